import { columns } from '../../render/view.ts';

/** The columns of an invitation. */
export const invitationColumns = columns(
  'id #1',
  'email #2',
  'status:state #3',
  'createdAt:time #5',
  'expiresAt:time #4',
);
