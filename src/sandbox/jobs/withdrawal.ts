import type { Row } from '../tables.ts';
import { settleWithdrawal, submitWithdrawal, withdrawalAt } from '../withdrawal.ts';
import type { World } from '../world.ts';
import type { Job } from './schedule.ts';

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
