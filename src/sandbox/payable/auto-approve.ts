import { payableAt } from './find.ts';
import { movePayable } from './transitions.ts';
import type { Job } from '../jobs/schedule.ts';

/** What the payer's own rule does to a payable that was just submitted. */
export const autoApproveJobs = {
  async 'payable.auto_approve'(id, world) {
    const payable = await payableAt(id, world);
    const rule = await world.db
      .selectFrom('connection_sides')
      .select('auto_approve_max_cents as most')
      .where('connection_id', '=', payable.connection_id ?? '')
      .where('business_id', '=', payable.payer_id ?? '')
      .where('auto_approve', '=', 1)
      .executeTakeFirst();
    const applies = rule && (rule.most === null || payable.cents <= rule.most);
    if (applies && payable.status === 'SUBMITTED') await movePayable(world, payable, 'approve');
  },
} satisfies Record<string, Job>;
