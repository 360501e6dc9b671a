/** Payments prepared as batches of `pay.bulkInitiate`, and prepared batches sent. */

import type { Context } from '../../cli/context.ts';
import type { NotAsConfirmedError } from '../../cli/errors.ts';
import { type Payment, pay } from '../../contract/pay.ts';
import type { PreparedRequest } from '../prepare.ts';
import { type Batch, type SendResult, sendBatches, splitIntoBatches } from './batches.ts';
import { type PlannedPayment, toPaymentOrder } from './planned-payment.ts';
import { type PaymentTotals, progressBar, progressLine } from './summary.ts';

/** Options of `prepareBatches` and `deliverBatches`. */
export interface BatchOptions {
  readonly businessId: string;
  /** The largest number of payments in one request. */
  readonly size: number;
  readonly allowDuplicate?: string | undefined;
  /** True if a second person approved all of them. */
  readonly approved?: boolean;
  readonly mustBeKnown?: boolean;
  /** The run that the payments are part of, and the number of its batches that were sent before. */
  readonly run?: {
    readonly plan: string;
    readonly batches: number;
    readonly totals: PaymentTotals;
    /** Returns the intent of a row that a verdict alone says was not applied; `undefined` for all others. */
    readonly attemptOf: (row: PlannedPayment) => string | undefined;
  };
}

/** The payments of one request, and the prepared request. */
export interface PreparedBatch {
  readonly payments: Batch;
  readonly prepared: PreparedRequest;
  /** Sends it. Returns the payments that the service made; `undefined` if the response does not list them. */
  readonly send: (
    onDifference: (error: NotAsConfirmedError) => void,
  ) => Promise<readonly Payment[] | undefined>;
}

/** Prepares payments in batches of `size`, in order. */
export async function prepareBatches(
  context: Context,
  payments: readonly PlannedPayment[],
  { businessId, size, run, ...delivery }: BatchOptions,
): Promise<readonly PreparedBatch[]> {
  const batches = splitIntoBatches(payments, size, run?.attemptOf);
  const gate = await context.payments();
  const all: PreparedBatch[] = [];
  for (const [number, batch] of batches.entries()) {
    const prepared = await gate.prepare(
      pay.bulkInitiate,
      { body: { payments: batch.map(toPaymentOrder) } },
      {
        ...delivery,
        businessId,
        ...(run && { plan: { plan: run.plan, batch: run.batches + number + 1 } }),
      },
    );
    const send: PreparedBatch['send'] = async (onDifference) =>
      (await gate.send(prepared, onDifference)).payments;
    all.push({ payments: batch, prepared, send });
  }
  return all;
}

/**
 * Checks every batch against the policy and the journal, before the confirmation. Throws what `Payments.check` throws.
 */
export async function checkBatches(
  context: Context,
  batches: readonly PreparedBatch[],
): Promise<void> {
  for (const { prepared } of batches) await (await context.payments()).check(prepared);
}

/**
 * Returns the payments with the amounts and payees of the prepared requests, which the checks read.
 *
 * @throws {GuardError} If one of them is unknown (14).
 */
export const paymentsIn = (batches: readonly PreparedBatch[]): Batch =>
  batches.flatMap(({ payments, prepared }) => {
    const movements = prepared.known();
    return payments.map((payment, at) => {
      const movement = movements[at];
      if (!movement) throw new Error(`row ${payment.row} was not prepared`);
      const { kind, cents, payee } = movement;
      if (kind === 'withdrawal') return { ...payment, cents };
      return { ...payment, cents, payeeId: payee.businessId, payeeName: payee.name };
    });
  });

/** Sends batches sequentially and shows progress, if there are several or they are part of a run. */
export async function deliverBatches(
  context: Context,
  batches: readonly PreparedBatch[],
  run: BatchOptions['run'],
): Promise<SendResult> {
  const payments = batches.flatMap((batch) => batch.payments);
  const show = progressOf(context, payments, run?.totals ?? sumOf(payments));
  const isLong = batches.length > 1 || run !== undefined;
  if (isLong && batches.length > 0) show([]);
  try {
    return await sendBatches(
      batches.map((batch) => batch.payments),
      {
        async send(_, number) {
          const batch = batches[number];
          if (!batch) throw new Error(`there is no batch ${number}`);
          let difference: NotAsConfirmedError | undefined;
          const payments = await batch.send((error) => {
            difference = error;
          });
          return { payments, difference };
        },
        isInterrupted: () => context.system.interrupted.aborted,
        onPaid: (batch) => void (isLong && show(batch)),
      },
    );
  } finally {
    context.progress.end();
  }
}

const sumOf = (payments: Batch): PaymentTotals => ({
  count: payments.length,
  cents: payments.reduce((sum, { cents }) => sum + cents, 0),
});

/**
 * Returns a function that shows the progress of a run: called without payments before the first batch, which shows only
 * at a terminal, then with each batch that was paid. `all` are the totals of the run, with the part that was paid before.
 */
function progressOf(
  { progress, system }: Context,
  payments: Batch,
  all: PaymentTotals,
): (batch: Batch) => void {
  const startedAt = performance.now();
  const left = sumOf(payments);
  let now: PaymentTotals = { count: 0, cents: 0 };
  return (batch) => {
    const sent = sumOf(batch);
    now = { count: now.count + sent.count, cents: now.cents + sent.cents };
    const state = {
      all,
      paid: {
        count: all.count - left.count + now.count,
        cents: all.cents - left.cents + now.cents,
      },
      now: {
        paid: now.count,
        left: left.count - now.count,
        seconds: (performance.now() - startedAt) / 1000,
      },
    };
    if (progress.isLive) progress.show(progressBar(state, system.stderr.columns ?? 80));
    else if (batch.length > 0) progress.show(progressLine(state));
  };
}
