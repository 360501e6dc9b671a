/** Transitions of payables with their effects: approve, decline, cancel, remind and automatic approval. */

import { ApiError } from '../../api/http/api-error.ts';
import { ownSide } from '../connection/view.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readConfig } from '../context/settings.ts';
import type { Row } from '../database/tables.ts';
import type { Job } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { cancelPayment } from '../payment/hold-release.ts';
import { type Actor, logActivity } from './activity.ts';
import { notifyCounterparty } from './notify.ts';
import { payableAt } from './records.ts';
import { type PayableTransition, payableTransitionTarget } from './rules.ts';

type Payable = Row<'payables'>;

const HOUR_MS = 3_600_000;

/** Names of each transition in the activity log, the events, the columns and the mails. */
const notifiedTransitions = {
  approve: { type: 'approved', at: 'approved_at', mail: 'payable_approved', message: 'Approved' },
  decline: { type: 'declined', at: 'declined_at', mail: 'payable_declined', message: 'Declined' },
  cancel: {
    type: 'cancelled',
    at: 'cancelled_at',
    mail: 'payable_cancelled',
    message: 'Cancelled',
  },
} as const;

/**
 * Approves, declines or cancels a payable, logs it, emits an event and emails the other side.
 *
 * Cancelling also cancels a payment that is SCHEDULED or HELD. `actor` is the caller by default. One that is approved only
 * because it is paid by link is logged as that: its payer's business approved nothing.
 *
 * @throws {ApiError} 409 if the transition is not allowed
 */
export async function transitionPayable(
  context: HandlerContext,
  payable: Payable,
  name: PayableTransition,
  {
    reason = null,
    actor,
    isPaidByLink = false,
  }: { reason?: string | null; actor?: Actor; isPaidByLink?: boolean } = {},
): Promise<void> {
  const status = payableTransitionTarget(name, payable);
  const byPayee = name === 'cancel';
  if (byPayee && payable.active_payment_id !== null) {
    await cancelPayment(context, payable.active_payment_id, { by: 'payee' });
  }
  const { type, at, mail, message } = notifiedTransitions[name];
  const now = context.now().toISOString();
  await context.db
    .updateTable('payables')
    .set({
      status,
      [at]: now,
      updated_at: now,
      ...(reason !== null && { decline_reason: reason }),
      ...(status !== 'APPROVED' && { link_enabled: 0 }),
    })
    .where('id', '=', payable.id)
    .execute();
  await logActivity(context, payable.id, {
    type: isPaidByLink ? 'paid_by_link' : type,
    message: isPaidByLink ? 'Paid by payment link' : [message, reason].filter(Boolean).join(': '),
    fromStatus: payable.status,
    toStatus: status,
    businessId: byPayee ? payable.payee_id : payable.payer_id,
    ...(actor && { actor }),
  });
  await emit(context, `payable.${type}`, { id: payable.id, businessId: payable.payee_id });
  if (isPaidByLink) return;
  await notifyCounterparty(context, payable, mail, {
    to: byPayee ? payable.payer_id : payable.payee_id,
    reason,
  });
}

/**
 * Emails the payer a reminder of an open payable.
 *
 * Returns the address, or null without an addressee.
 *
 * @throws {ApiError} 409 if the payable is not SUBMITTED, APPROVED or SCHEDULED; 429 within `reminderHours` of the last
 * reminder
 */
export async function remindPayer(context: HandlerContext, payable: Payable) {
  if (!['SUBMITTED', 'APPROVED', 'SCHEDULED'].includes(payable.status)) {
    throw new ApiError(
      409,
      'payable_not_outstanding',
      `Payable ${payable.id} is ${payable.status}: it is not outstanding.`,
    );
  }
  await assertReminderAllowed(context, payable);
  const to = await notifyCounterparty(context, payable, 'reminder', { to: payable.payer_id });
  await logActivity(context, payable.id, {
    type: 'reminder_sent',
    message: 'Reminder sent',
    businessId: payable.payee_id,
  });
  await emit(context, 'payable.reminder_sent', { id: payable.id, businessId: payable.payee_id });
  return { sent: true, to: to ?? null, sentAt: context.now().toISOString() };
}

/** Throws a 429 within `reminderHours` of the last reminder; never if that setting is null. */
async function assertReminderAllowed({ db, now }: HandlerContext, { id }: Payable): Promise<void> {
  const { reminderHours } = await readConfig(db);
  if (reminderHours === null) return;
  const last = await db
    .selectFrom('activity')
    .select('created_at')
    .where('payable_id', '=', id)
    .where('type', '=', 'reminder_sent')
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  const waitMs = last ? Date.parse(last.created_at) + reminderHours * HOUR_MS - now().getTime() : 0;
  if (waitMs <= 0) return;
  throw new ApiError(429, 'rate_limited', `A reminder for payable ${id} was sent recently.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

export const autoApproveJobs = {
  async 'payable.auto_approve'(id, context) {
    const payable = await payableAt(id, context);
    const { connection_id, payer_id, cents } = payable;
    const rule = await ownSide(connection_id ?? '', payer_id ?? '', context);
    const most = rule?.auto_approve_max_cents ?? cents;
    const applies = rule?.auto_approve === 1 && cents <= most;
    if (applies && payable.status === 'SUBMITTED')
      await transitionPayable(context, payable, 'approve');
  },
} satisfies Record<string, Job>;
