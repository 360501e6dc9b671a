import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/errors.ts';
import { pay } from '../contract/pay.ts';
import type { PlannedPayment } from './payment.ts';
import { progressOf, type Whole } from './progress.ts';
import { bulkRequest } from './request.ts';
import { type Batch, inBatches, type Sent, sendBatches } from './send.ts';

export interface Delivery {
  readonly businessId: string;
  /** Most payments in one request. */
  readonly size: number;
  readonly allowDuplicate?: string | undefined;
  /** A second person approved of them all. */
  readonly approved?: boolean;
  /** The run that it is a part of, and how many batches of it were sent before. */
  readonly run?: { readonly plan: string; readonly batches: number; readonly whole: Whole };
}

/** Payments in batches that wait to be sent. */
export interface Ready {
  /** Throws what sending would throw because of the journal, before anyone is asked. */
  readonly guard: () => Promise<void>;
  /** Sends them one after the other, and says how it goes. */
  readonly send: () => Promise<Sent>;
}

/** Throws `UsageError` when one idempotency key was given for several requests. */
export function readyToSend(
  context: Context,
  payments: readonly PlannedPayment[],
  delivery: Delivery,
): Ready {
  const { size, run } = delivery;
  const batches = inBatches(payments, size);
  refuseOneKeyForMany(context.isKeyGiven, batches.length, size);
  const { input, options } = bulkRequest(delivery);
  return {
    async guard() {
      for (const it of batches) await context.guard(pay.bulkInitiate, input(it), options(it, 0));
    },
    async send() {
      const say = progressOf(payments, {
        whole: run?.whole ?? wholeOf(payments),
        clock: () => performance.now(),
      });
      const isLong = batches.length > 1 || run !== undefined;
      try {
        return await sendBatches(batches, {
          send: async (it: Batch, number) =>
            (await context.call(pay.bulkInitiate, input(it), options(it, number))).payments,
          isInterrupted: () => context.host.interrupted.aborted,
          onPaid: (it) => void (isLong && context.progress.show(say(it))),
        });
      } finally {
        context.progress.end();
      }
    },
  };
}

const wholeOf = (payments: readonly PlannedPayment[]): Whole => ({
  count: payments.length,
  cents: payments.reduce((sum, { cents }) => sum + cents, 0),
});

function refuseOneKeyForMany(isKeyGiven: boolean, requests: number, size: number): void {
  if (!isKeyGiven || requests <= 1) return;
  throw new UsageError(
    `--idempotency-key is for one request, and this makes ${requests} of up to ${size} payments.`,
  );
}
