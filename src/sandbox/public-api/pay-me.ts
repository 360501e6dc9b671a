import * as z from 'zod/mini';
import { paymentDescription } from '../../api/ach/entry.ts';
import { toDollars } from '../../api/money.ts';
import { ClearingSpeed } from '../../api/operations/pay.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { readAmount } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { externalActor, logActivity } from '../payable/activity.ts';
import { blankPayable } from '../payable/create.ts';
import { externalPayerOf } from '../payable/records.ts';
import { readDetails } from '../payable/rules.ts';
import { checkSpeed } from '../payment/rules-request.ts';
import { startPayment } from '../payment/start.ts';
import { ineligibleReasons } from '../payment-link/pay-me-link.ts';
import { checkWithin } from '../payment-link/rules.ts';
import {
  createLinkNotFoundError,
  type Payer,
  type PublicBusiness,
  publicBusiness,
  readPayer,
} from './parties.ts';
import { type PaymentReceipt, paymentReceiptOf } from './receipt.ts';

type Link = Row<'pay_me_links'>;

/** A pay-me link as anyone with it sees it. Amounts are in dollars; null means no limit. */
export interface PublicPayMe {
  readonly payee: PublicBusiness;
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  readonly currency: 'USD';
}

/**
 * Returns the pay-me link with this token.
 *
 * @throws {ApiError} 404 if it is disabled, or its business is not eligible any more
 */
export async function showPayMe(context: HandlerContext, token: string): Promise<PublicPayMe> {
  const { business_id, min_cents, max_cents } = await openLink(context, token);
  return {
    payee: await publicBusiness(context, business_id),
    minAmount: min_cents === null ? null : toDollars(min_cents),
    maxAmount: max_cents === null ? null : toDollars(max_cents),
    currency: 'USD',
  };
}

const Order = z.object({
  amount: z.number(),
  memo: z.optional(z.nullable(z.string())),
  clearingSpeed: z._default(ClearingSpeed, 'standard'),
});

/** Validates the order to pay a business, before the payer is known. */
export async function readPayMeOrder(context: HandlerContext, token: string, body: unknown) {
  const link = await openLink(context, token);
  const { amount, memo, clearingSpeed } = readBody(Order, body);
  const cents = readAmount(amount);
  checkWithin({ min: link.min_cents, max: link.max_cents }, cents);
  checkSpeed(clearingSpeed, cents);
  return { link, cents, clearingSpeed, memo: readDetails({ memo }).memo ?? null };
}

/**
 * Pays the business of a pay-me link: creates an approved payable and its payment. `typed` is the verified account of a
 * payer who typed its numbers.
 */
export async function payPayMe(
  context: HandlerContext,
  token: string,
  body: unknown,
  typed?: Row<'bank_accounts'>,
): Promise<PaymentReceipt> {
  const { link, cents, clearingSpeed, memo } = await readPayMeOrder(context, token, body);
  const payer = await readPayer(context, body, typed);
  const payable = await addPayable(context, link.business_id, payer, cents, memo);
  const payment = await startPayment(context, {
    kind: 'payMeLink',
    payable_id: payable.id,
    connection_id: null,
    payee_id: payable.payee_id,
    ...payer,
    cents,
    speed: clearingSpeed,
    scheduled_date: null,
    memo: payable.memo,
    entry_description: paymentDescription(false),
    receipt_id: payable.public_id,
  });
  return paymentReceiptOf(context, payment);
}

async function openLink(context: HandlerContext, token: string): Promise<Link> {
  const found = await findPayMeLink(context, token);
  if (found?.state === 'open') return found.link;
  throw createLinkNotFoundError();
}

/** A pay-me link that was once issued: the open one, or why it takes no payment. */
export type IssuedPayMeLink =
  | { readonly state: 'open'; readonly link: Link }
  | { readonly state: 'disabled' | 'replaced' | 'unavailable'; readonly businessId: string };

/** Returns the pay-me link with this token in the state it is in; `undefined` if it was never issued. */
export async function findPayMeLink(
  context: HandlerContext,
  token: string,
): Promise<IssuedPayMeLink | undefined> {
  const { db } = context;
  const link = await db
    .selectFrom('pay_me_links')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  if (!link) {
    const replaced = await db
      .selectFrom('replaced_pay_me_tokens')
      .select('business_id')
      .where('token', '=', token)
      .executeTakeFirst();
    return replaced && { state: 'replaced', businessId: replaced.business_id };
  }
  const businessId = link.business_id;
  if (link.enabled === 0) return { state: 'disabled', businessId };
  const reasons = await ineligibleReasons(context, await rowAt(db, 'businesses', businessId));
  return reasons.length > 0 ? { state: 'unavailable', businessId } : { state: 'open', link };
}

/** Creates a payable that is approved from the start, for a payment without an invoice. */
async function addPayable(
  context: HandlerContext,
  payeeId: string,
  { external_payer, payer_id }: Payer,
  cents: number,
  memo: string | null,
): Promise<Row<'payables'>> {
  const now = context.now().toISOString();
  const guest = externalPayerOf({ external_payer });
  const created = await context.db
    .insertInto('payables')
    .values({
      ...blankPayable(context, { payeeId, payerId: payer_id, cents, status: 'APPROVED' }),
      memo,
      source: 'payMeLink',
      external_payer,
      public_id: context.newSecret(21),
      submitted_at: now,
      approved_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logActivity(context, created.id, {
    type: 'created',
    message: 'Created by a payment through the pay-me link',
    toStatus: 'APPROVED',
    ...(guest && { actor: externalActor(guest.name) }),
  });
  await emit(context, 'payable.created', { id: created.id, businessId: payeeId });
  return created;
}
