import { closeInvitation } from './accept-reject.ts';
import type { Job } from '../jobs/schedule.ts';

/** What the clock does to an invitation that nobody answered. */
export const invitationJobs = {
  async 'invitation.expire'(id, world) {
    const row = await world.db
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (row.status === 'pending') await closeInvitation(world, row, 'expired');
  },
} satisfies Record<string, Job>;
