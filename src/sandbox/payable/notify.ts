/** Notifications about payables by email and in the event log. */

import { displayNameOf } from '../business/records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { OutboxKind, Row } from '../database/tables.ts';
import { schedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { addresseeOf, mail } from '../notifications/outbox.ts';
import { businessAt } from '../payment/records.ts';
import { money } from '../web/format.ts';
import { logActivity } from './activity.ts';

/**
 * Emails one side of a payable about an action of the other side.
 *
 * Returns the address, or `undefined` if there is no addressee or no other business.
 */
export async function notifyCounterparty(
  context: HandlerContext,
  payable: Row<'payables'>,
  kind: OutboxKind,
  to: string | null,
  subject: string,
): Promise<string | undefined> {
  if (to === null) return undefined;
  const email = await addresseeOf(context.db, to);
  const from = to === payable.payee_id ? payable.payer_id : payable.payee_id;
  if (email === undefined || from === null) return undefined;
  const name = displayNameOf(await businessAt(context.db, from));
  const number = payable.invoice_number === null ? '' : ` ${payable.invoice_number}`;
  await mail(context, {
    kind,
    to: email,
    subject: `${name} ${subject}`,
    text: `Invoice${number} over ${money(payable.cents)}: ${name} ${subject}.`,
    payableId: payable.id,
  });
  return email;
}

/**
 * Logs the submission of a payable, emits `payable.submitted` and emails the payer.
 *
 * If the payer has an auto-approval rule on the connection, the rule's job is queued: it runs before the next request
 * is handled.
 */
export async function announceSubmission(
  context: HandlerContext,
  payable: Row<'payables'>,
): Promise<void> {
  await logActivity(context, payable.id, {
    type: 'submitted',
    message: 'Submitted to the payer',
    fromStatus: 'DRAFT',
    toStatus: 'SUBMITTED',
    businessId: payable.payee_id,
  });
  await emit(context, {
    type: 'payable.submitted',
    resource: { type: 'payable', id: payable.id },
    businessId: payable.payee_id,
  });
  await notifyCounterparty(
    context,
    payable,
    'payable_submitted',
    payable.payer_id,
    'sent you an invoice',
  );
  if (await hasRule(context, payable)) {
    await schedule(context, 'payable.auto_approve', payable.id, context.now());
  }
}

/** Reports whether the payer has auto-approval switched on for this connection. */
async function hasRule(
  { db }: HandlerContext,
  { connection_id, payer_id }: Row<'payables'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('connection_sides')
    .select('business_id')
    .where('connection_id', '=', connection_id ?? '')
    .where('business_id', '=', payer_id ?? '')
    .where('auto_approve', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}
