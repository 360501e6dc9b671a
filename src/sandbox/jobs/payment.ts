import { paymentAt } from '../payment/find.ts';
import { startScheduled } from '../payment/release.ts';
import { completePayment, failPayment, returnPayment, submitPayment } from '../payment/settle.ts';
import type { Row } from '../tables.ts';
import type { World } from '../world.ts';
import type { Job } from './schedule.ts';

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
