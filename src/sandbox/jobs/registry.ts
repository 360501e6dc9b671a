import { accountingJobs } from '../accounting/jobs.ts';
import { autoApproveJobs } from '../payable/auto-approve.ts';
import { invitationJobs } from '../invitation/jobs.ts';
import { microDepositJobs } from '../bank/jobs.ts';
import { paymentJobs } from '../payment/jobs.ts';
import { reviewJobs } from '../business/jobs.ts';
import type { Job, JobKind } from './schedule.ts';
import { withdrawalJobs } from '../withdrawal/jobs.ts';

/** What each kind of job does: leave one out and the program does not compile. */
export const jobs: Readonly<Record<JobKind, Job>> = {
  ...reviewJobs,
  ...autoApproveJobs,
  ...microDepositJobs,
  ...invitationJobs,
  ...paymentJobs,
  ...withdrawalJobs,
  ...accountingJobs,
};
