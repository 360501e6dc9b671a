import type { Row } from '../database/tables.ts';
import { settleWithdrawal, submitWithdrawal, withdrawalAt } from './transitions.ts';
import type { World } from '../context/handler-context.ts';
import type { Job } from '../jobs/schedule.ts';

const job =
  (step: (world: World, withdrawal: Row<'withdrawals'>) => Promise<unknown>): Job =>
  async (ref, world) => {
    await step(world, await withdrawalAt(world, ref));
  };

/** What time does to withdrawals. */
export const withdrawalJobs = {
  'withdrawal.submit': job(submitWithdrawal),
  'withdrawal.settle': job(settleWithdrawal),
} as const;
