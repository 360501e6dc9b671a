import type { Updateable } from 'kysely';
import { ApiError } from '../../api/http/api-error.ts';
import type { link as contract, PaymentLink } from '../../api/operations/link.ts';
import { assertNotSuspended, displayNameOf } from '../business/records.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { readEmail } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { invoiceFacts, invoiceName } from '../notifications/letter.ts';
import { mail } from '../notifications/outbox.ts';
import { logActivity } from '../payable/activity.ts';
import { payableAt } from '../payable/records.ts';
import { money } from '../web/format.ts';
import { configurePayMe, payMeLinkOf, regeneratePayMe } from './pay-me-link.ts';
import { checkLinkable } from './rules.ts';

type Payable = Row<'payables'>;

/** Returns the payment link of a payable. The URL is null before it was first enabled. */
const paymentLinkOf = (
  { link_nano_id, link_enabled }: Payable,
  { options }: Pick<HandlerContext, 'options'>,
): PaymentLink => ({
  nanoId: link_nano_id,
  status: link_enabled === 1 ? 'enabled' : 'disabled',
  url: link_nano_id === null ? null : `${options.appUrl}/pay/${link_nano_id}`,
});

/**
 * Enables the link, with which anyone can pay the invoice.
 *
 * Its URL is made once and kept.
 */
async function enableLink(context: HandlerContext, payable: Payable): Promise<Payable> {
  checkLinkable(payable);
  await assertNotSuspended(context, payable.payee_id);
  if (payable.link_enabled === 1) return payable;
  const nanoId = payable.link_nano_id ?? context.newSecret(21);
  return updateLink(context, payable, { link_enabled: 1, link_nano_id: nanoId }, 'enabled');
}

/**
 * Disables the link. Does nothing if it is disabled already, but a link that a payment closed stays disabled from then
 * on, even if that payment is returned.
 */
async function disableLink(context: HandlerContext, payable: Payable): Promise<Payable> {
  const changes = { link_enabled: 0, link_closed_by_payment: 0 };
  if (payable.link_enabled === 1 || payable.link_closed_by_payment === 1)
    return updateLink(context, payable, changes, 'disabled');
  return payable;
}

/**
 * Emails the link and returns the address.
 *
 * @throws {ApiError} 422, or 409 while the link is disabled
 */
async function sendLink(context: HandlerContext, payable: Payable, email: string) {
  const to = readEmail(email);
  if (payable.link_enabled === 0) {
    throw new ApiError(
      409,
      'payment_link_disabled',
      `The payment link of payable ${payable.id} is not enabled.`,
    );
  }
  const { url } = paymentLinkOf(payable, context);
  const name = displayNameOf(await rowAt(context.db, 'businesses', payable.payee_id));
  await mail(context, {
    kind: 'payment_link',
    to,
    subject: `${invoiceName(payable)} · ${money(payable.cents)} from ${name}`,
    letter: {
      opening: `${name} sent you an invoice. You can see and pay it without an account.`,
      facts: invoiceFacts(payable, { from: name }),
      action: { label: 'View and pay the invoice', sentence: 'You pay by bank transfer.' },
    },
    ...(url && { url }),
    payableId: payable.id,
  });
  await emitLinkEvent(context, payable, 'sent', { to });
  return {
    ...paymentLinkOf(payable, context),
    sent: true,
    to,
    sentAt: context.now().toISOString(),
  };
}

async function updateLink(
  context: HandlerContext,
  { id }: Payable,
  changes: Pick<
    Updateable<SandboxTables['payables']>,
    'link_enabled' | 'link_nano_id' | 'link_closed_by_payment'
  >,
  verb: 'enabled' | 'disabled',
): Promise<Payable> {
  const updated = await context.db
    .updateTable('payables')
    .set({ ...changes, updated_at: context.now().toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await emitLinkEvent(context, updated, verb);
  return updated;
}

async function emitLinkEvent(
  context: HandlerContext,
  { id, payee_id }: Payable,
  verb: 'enabled' | 'disabled' | 'sent',
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  await logActivity(context, id, {
    type: `payment_link_${verb}`,
    message: `Payment link ${verb}`,
    metadata,
    businessId: payee_id,
  });
  await emit(context, `payment_link.${verb}`, { id, businessId: payee_id });
}

export const linkHandlers: Handlers<typeof contract> = {
  get: async ({ params }, context) =>
    paymentLinkOf(await payableAt(params.payableId, context), context),

  enable: async ({ params }, context) =>
    paymentLinkOf(await enableLink(context, await payableAt(params.payableId, context)), context),

  disable: async ({ params }, context) =>
    paymentLinkOf(await disableLink(context, await payableAt(params.payableId, context)), context),

  send: async ({ params, body }, context) =>
    sendLink(context, await payableAt(params.payableId, context), body.email),

  payMe: ({ params }, context) => payMeLinkOf(context, params.businessId),

  async configurePayMe({ params, body }, context) {
    await configurePayMe(context, params.businessId, body);
    return payMeLinkOf(context, params.businessId);
  },

  async regeneratePayMe({ params }, context) {
    await regeneratePayMe(context, params.businessId);
    return payMeLinkOf(context, params.businessId);
  },
};
