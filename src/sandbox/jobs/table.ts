import { accountingJobs } from './accounting.ts';
import { autoApproveJobs } from './auto-approve.ts';
import { invitationJobs } from './invitations.ts';
import { microDepositJobs } from './micro-deposits.ts';
import { paymentJobs } from './payment.ts';
import { reviewJobs } from './review.ts';
import type { Job, JobKind } from './schedule.ts';
import { withdrawalJobs } from './withdrawal.ts';

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
