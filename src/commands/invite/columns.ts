import { columns } from '../../render/view.ts';

export const invitationColumns = columns(
  'id',
  'email',
  'status:state',
  'createdAt:time',
  'expiresAt:time',
);
