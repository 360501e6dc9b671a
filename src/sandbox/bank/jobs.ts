import { postMicroDeposits } from './micro-deposits.ts';
import type { Job } from '../jobs/schedule.ts';

/** What the clock does to a bank account that waits for its deposits. */
export const microDepositJobs = {
  'bank_account.post_micro_deposits': (id, world) => postMicroDeposits(world, id),
} satisfies Record<string, Job>;
