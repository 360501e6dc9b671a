import { reviewBusiness } from './transitions.ts';
import type { Job } from '../jobs/schedule.ts';

/** What the clock does to a business that waits for its review. */
export const reviewJobs = {
  'business.review': reviewBusiness,
} satisfies Record<string, Job>;
