import { reviewBusiness } from '../business-status.ts';
import type { Job } from './schedule.ts';

/** What the clock does to a business that waits for its review. */
export const reviewJobs = {
  'business.review': reviewBusiness,
} satisfies Record<string, Job>;
