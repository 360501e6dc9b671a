import { finishSync, startSync } from './sync.ts';
import type { Job } from '../jobs/schedule.ts';

/** What the clock does to a sync that was asked for. */
export const accountingJobs = {
  'accounting.start_sync': (id, world) => startSync(world, id),
  'accounting.finish_sync': (id, world) => finishSync(world, id),
} satisfies Record<string, Job>;
