/** The creation of payments: their first status, window and jobs. */

import { scheduledStartAt, type Window, windowAt } from '../../api/ach/cut-off.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readConfig } from '../context/settings.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { schedule } from '../jobs/schedule.ts';
import { storeAuthorization } from '../public-api/authorization.ts';
import { requestAuthorization } from '../public-api/authorize-by-request.ts';
import { bankAt } from './records.ts';
import { type HoldReason, holdReasonOf } from './rules.ts';
import { emitPayment, notifyPaymentStep } from './transition.ts';
import { affectPayable } from './update-payable.ts';

/** The columns of a payment that passed every check. */
export type PaymentDraft = Pick<
  Row<'payments'>,
  | 'kind'
  | 'payable_id'
  | 'connection_id'
  | 'payer_id'
  | 'payee_id'
  | 'external_payer'
  | 'funding_source_id'
  | 'outcome'
  | 'cents'
  | 'speed'
  | 'scheduled_date'
  | 'memo'
  | 'sec_code'
  | 'entry_description'
> & {
  /** Only of a payment that a link started. */
  readonly receipt_id?: string | null;
};

/**
 * Creates a payment: SCHEDULED for its date, HELD, or PENDING for the next ACH window. The request of a user authorizes
 * it, unless a link asks its payer.
 *
 * Checks nothing: callers check.
 */
export async function startPayment(
  context: HandlerContext,
  draft: PaymentDraft,
): Promise<Row<'payments'>> {
  const initial = await initialStateOf(context, draft);
  const payment = await context.db
    .insertInto('payments')
    .values({
      id: context.newId('pmt'),
      created_at: context.now().toISOString(),
      ...draft,
      ...initial,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (context.caller !== null && payment.receipt_id === null) {
    await storeAuthorization(context, await requestAuthorization(context, payment), payment.id);
  }
  await emitPayment(context, payment, 'created');
  await starters[initial.status](context, payment);
  return payment;
}

type InitialState = Pick<
  Row<'payments'>,
  'hold_reason' | 'submit_at' | 'settle_at' | 'cutoff_missed'
> & { status: 'SCHEDULED' | 'HELD' | 'PENDING' };

async function initialStateOf(context: HandlerContext, draft: PaymentDraft): Promise<InitialState> {
  const { scheduled_date, speed } = draft;
  if (scheduled_date !== null) {
    const window = windowAt(speed, scheduledStartAt(scheduled_date));
    return { status: 'SCHEDULED', hold_reason: null, ...windowColumns(window) };
  }
  const hold_reason = await holdReasonFor(context, draft);
  if (hold_reason !== null) return { status: 'HELD', hold_reason, ...noWindow };
  const window = windowAt(speed, context.now());
  return { status: 'PENDING', hold_reason, ...windowColumns(window) };
}

/** Returns the reason to hold the payment now, or null. */
export async function holdReasonFor(
  { db }: HandlerContext,
  { cents, payer_id, payee_id, funding_source_id, outcome }: PaymentDraft,
): Promise<HoldReason | null> {
  const payer = payer_id === null ? null : await rowAt(db, 'businesses', payer_id);
  const payee = await rowAt(db, 'businesses', payee_id);
  const bank = funding_source_id === null ? undefined : await bankAt(db, funding_source_id);
  const { holdThresholdCents } = await readConfig(db);
  return holdReasonOf({
    cents,
    reviewFromCents: holdThresholdCents,
    payerStatus: payer?.status ?? null,
    payeeStatus: payee.status,
    behavior: bank?.row.behavior ?? outcome,
  });
}

export const windowColumns = ({ submitAt, settleAt, cutoffMissed }: Window) => ({
  submit_at: submitAt.toISOString(),
  settle_at: settleAt.toISOString(),
  cutoff_missed: cutoffMissed ? 1 : 0,
});

/** Columns of a payment without a window: one that is held has no settlement date. */
export const noWindow = { submit_at: null, settle_at: null, cutoff_missed: 0 };

const starters: Readonly<
  Record<
    InitialState['status'],
    (context: HandlerContext, payment: Row<'payments'>) => Promise<void>
  >
> = {
  async SCHEDULED(context, payment) {
    await scheduleStart(context, payment);
    await notifyPaymentStep(context, payment, 'scheduled');
  },
  async HELD(context, payment) {
    await affectPayable(context, payment, 'initiated');
    await notifyPaymentStep(context, payment, 'held');
  },
  async PENDING(context, payment) {
    await scheduleSubmission(context, payment);
    await affectPayable(context, payment, 'initiated');
  },
};

/** Schedules the job that starts a payment on its date. Does nothing without a date. */
export async function scheduleStart(
  context: HandlerContext,
  { id, scheduled_date }: Row<'payments'>,
) {
  if (scheduled_date === null) return;
  await schedule(context, 'payment.start', id, scheduledStartAt(scheduled_date));
}

/** Schedules the job that submits a payment when its window closes. */
export async function scheduleSubmission(
  context: HandlerContext,
  { id, submit_at }: Row<'payments'>,
) {
  await schedule(context, 'payment.submit', id, new Date(submit_at ?? context.now()));
}
