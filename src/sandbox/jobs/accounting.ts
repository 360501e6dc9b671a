import { finishSync, startSync } from '../accounting/sync.ts';
import type { Job } from './schedule.ts';

/** What the clock does to a sync that was asked for. */
export const accountingJobs = {
  'accounting.start_sync': (id, world) => startSync(world, id),
  'accounting.finish_sync': (id, world) => finishSync(world, id),
} satisfies Record<string, Job>;
