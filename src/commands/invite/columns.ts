import { columns } from '../../render/view.ts';

/** The columns of an invitation. */
export const invitationColumns = columns(
  'id',
  'email',
  'status:state',
  'createdAt:time',
  'expiresAt:time',
);
