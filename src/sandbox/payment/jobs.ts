import { paymentAt } from './find.ts';
import { startScheduled } from './hold-release.ts';
import { completePayment, failPayment, returnPayment, submitPayment } from './settle.ts';
import type { Row } from '../database/tables.ts';
import type { World } from '../context/handler-context.ts';
import type { Job } from '../jobs/schedule.ts';

const job =
  (step: (world: World, payment: Row<'payments'>) => Promise<unknown>): Job =>
  async (ref, world) => {
    await step(world, await paymentAt(world.db, ref));
  };

/** What time does to payments. */
export const paymentJobs = {
  'payment.start': job(startScheduled),
  'payment.submit': job(submitPayment),
  'payment.settle': job(completePayment),
  'payment.fail': job(failPayment),
  'payment.return': job(returnPayment),
} as const;
