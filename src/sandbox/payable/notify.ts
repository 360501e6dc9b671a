/** Notifications about payables by email and in the event log. */

import type { OutboxKind } from '../../api/controls/events.ts';
import { displayNameOf } from '../business/records.ts';
import { ownSide } from '../connection/view.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { schedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { invoiceFacts, invoiceName } from '../notifications/letter.ts';
import { addresseeOf, mail } from '../notifications/outbox.ts';
import { money } from '../web/format.ts';
import { logActivity } from './activity.ts';

/** The emails about an invoice: the subject, and the sentence that it begins with. */
const notices = {
  payable_submitted: {
    subject: (invoice: string, amount: string, name: string) =>
      `${invoice} · ${amount} from ${name}`,
    opening: (name: string) => `${name} sent you an invoice.`,
  },
  payable_approved: {
    subject: (invoice: string, amount: string, name: string) =>
      `${invoice} approved · ${amount} by ${name}`,
    opening: (name: string) => `${name} approved your invoice.`,
  },
  payable_declined: {
    subject: (invoice: string, amount: string, name: string) =>
      `${invoice} declined · ${amount} by ${name}`,
    opening: (name: string) => `${name} declined your invoice.`,
  },
  payable_cancelled: {
    subject: (invoice: string, amount: string, name: string) =>
      `${invoice} cancelled · ${amount} from ${name}`,
    opening: (name: string) => `${name} cancelled an invoice. Nothing is owed.`,
  },
  reminder: {
    subject: (invoice: string, amount: string, name: string) =>
      `Reminder: ${invoice} · ${amount} from ${name}`,
    opening: (name: string) => `${name} reminds you of an invoice.`,
  },
} as const satisfies Partial<Record<OutboxKind, object>>;

/**
 * Emails one side of a payable about an action of the other side.
 *
 * Returns the address, or `undefined` if there is no addressee or no other business.
 */
export async function notifyCounterparty(
  context: HandlerContext,
  payable: Row<'payables'>,
  kind: keyof typeof notices,
  { to, reason = null }: { readonly to: string | null; readonly reason?: string | null },
): Promise<string | undefined> {
  if (to === null) return undefined;
  const email = await addresseeOf(context.db, to);
  const from = to === payable.payee_id ? payable.payer_id : payable.payee_id;
  if (email === undefined || from === null) return undefined;
  const name = displayNameOf(await rowAt(context.db, 'businesses', from));
  const isFromPayee = from === payable.payee_id;
  await mail(context, {
    kind,
    to: email,
    subject: notices[kind].subject(invoiceName(payable), money(payable.cents), name),
    letter: {
      opening: notices[kind].opening(name),
      facts: [
        ...invoiceFacts(payable, { [isFromPayee ? 'from' : 'to']: name }),
        ['Reason', reason],
      ],
    },
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
  await emit(context, 'payable.submitted', { id: payable.id, businessId: payable.payee_id });
  await notifyCounterparty(context, payable, 'payable_submitted', { to: payable.payer_id });
  const { connection_id, payer_id } = payable;
  const payerSide = await ownSide(connection_id ?? '', payer_id ?? '', context);
  if (payerSide?.auto_approve === 1) {
    await schedule(context, 'payable.auto_approve', payable.id, context.now());
  }
}
