/** Checkouts: payments of people without an account between the order and the receipt. */

import * as z from 'zod/mini';
import { ApiError } from '../../../../api/http/api-error.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import { rowAt } from '../../../database/rows.ts';
import type { Row } from '../../../database/tables.ts';
import { purposeOf, purposeOfMemo } from '../../../public-api/authorization-text.ts';
import { payInvoice, readInvoiceOrder } from '../../../public-api/invoice.ts';
import { createLinkNotFoundError } from '../../../public-api/parties.ts';
import { findPayMeLink, payPayMe, readPayMeOrder } from '../../../public-api/pay-me.ts';
import type { PaymentReceipt } from '../../../public-api/receipt.ts';
import { linkedInvoiceAt } from './linked-invoice.ts';
import type { AskedAmount } from './order-problems.ts';
import { OrderInput } from './payment-form.ts';

/** Lifetime of a checkout in ms: as long as a link token is valid. */
const VALID_MS = 4 * 3_600_000;

/** Lifetime of a checkout in ms once account numbers were typed: two weeks. */
const VERIFICATION_VALID_MS = 14 * 24 * 3_600_000;

/** A checkout: holds the order while the payer chooses a bank. */
export interface Checkout {
  readonly key: string;
  readonly kind: LinkTypeName;
  readonly link: string;
  readonly order: OrderInput;
  /** Public id of the receipt, once paid. */
  readonly publicId: string | null;
  readonly isExpired: boolean;
  /** The account whose numbers the payer typed, or null. */
  readonly bankId: string | null;
}

/** Creates a checkout and returns its key, which only the payer's browser gets. */
export async function beginCheckout(
  context: HandlerContext,
  { kind, link, order }: Pick<Checkout, 'kind' | 'link' | 'order'>,
): Promise<string> {
  const key = context.newSecret(32);
  await context.db
    .insertInto('checkouts')
    .values({
      hash: context.hash(key),
      kind,
      link,
      wishes: JSON.stringify(order),
      expires_at: new Date(context.wallNow().getTime() + VALID_MS).toISOString(),
    })
    .execute();
  return key;
}

/**
 * Returns a checkout.
 *
 * @throws {ApiError} 404 if there is none with this key
 */
export async function checkoutAt(
  { db, hash, wallNow }: HandlerContext,
  key: string,
): Promise<Checkout> {
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('hash', '=', hash(key))
    .executeTakeFirst();
  if (!row) throw new ApiError(404, 'checkout_not_found', 'There is no such checkout.');
  const { kind, link, public_id } = row;
  return {
    key,
    kind,
    link,
    order: z.parse(OrderInput, JSON.parse(row.wishes)),
    publicId: public_id,
    bankId: row.bank_id,
    isExpired: row.expires_at <= wallNow().toISOString(),
  };
}

/** Gives a checkout the account whose numbers were typed, and the time that its verification takes. */
export const setCheckoutBank = (
  { db, hash, wallNow }: HandlerContext,
  { key }: Checkout,
  bankId: string,
) =>
  db
    .updateTable('checkouts')
    .set({
      bank_id: bankId,
      expires_at: new Date(wallNow().getTime() + VERIFICATION_VALID_MS).toISOString(),
    })
    .where('hash', '=', hash(key))
    .execute();

/** Records the receipt of a checkout, so that a form sent again leads to it. */
export const endCheckout = ({ db, hash }: HandlerContext, { key }: Checkout, publicId: string) =>
  db.updateTable('checkouts').set({ public_id: publicId }).where('hash', '=', hash(key)).execute();

/**
 * A kind of link that takes payments. The public routes define the rules; `payeeOf`, `check` and `pay` throw their
 * `ApiError`.
 */
interface LinkType {
  /** Returns the path of the link's page. */
  readonly home: (link: string) => string;
  /** Returns the payee, in every state of the link. */
  readonly payeeOf: (context: HandlerContext, link: string) => Promise<Row<'businesses'>>;
  /** Returns the id of the only business that can pay by this link with an account, or `undefined` for any. */
  readonly payerIdOf: (context: HandlerContext, link: string) => Promise<string | undefined>;
  readonly asked: (context: HandlerContext, link: string) => Promise<AskedAmount>;
  /** Validates an order and returns its amount in cents and what it pays. */
  readonly check: (
    context: HandlerContext,
    link: string,
    order: OrderInput,
  ) => Promise<{ cents: number; purpose: string }>;
  /** Pays from the account chosen at the provider, which `order` names, or from the one whose numbers were typed. */
  readonly pay: (
    context: HandlerContext,
    link: string,
    order: object,
    typed?: Row<'bank_accounts'>,
  ) => Promise<PaymentReceipt>;
}

export type LinkTypeName = 'invoice' | 'payMe';

export const linkTypes: Readonly<Record<LinkTypeName, LinkType>> = {
  invoice: {
    home: (link) => `/pay/${link}`,
    payeeOf: async (context, link) => (await linkedInvoiceAt(context, link)).payee,
    payerIdOf: async (context, link) =>
      (await linkedInvoiceAt(context, link)).payable.payer_id ?? '',
    asked: async (context, link) => ({
      cents: (await readInvoiceOrder(context, link, {})).cents,
    }),
    async check(context, link, order) {
      const { cents, payable } = await readInvoiceOrder(context, link, order);
      return { cents, purpose: purposeOf(payable) };
    },
    pay: payInvoice,
  },
  payMe: {
    home: (link) => `/pay-me/${link}`,
    payeeOf: async (context, link) =>
      rowAt(context.db, 'businesses', await payMePayeeIdOf(context, link)),
    payerIdOf: async () => undefined,
    async asked(context, link) {
      const issued = await findPayMeLink(context, link);
      if (issued?.state !== 'open') throw createLinkNotFoundError();
      return { range: { min: issued.link.min_cents, max: issued.link.max_cents } };
    },
    async check(context, link, order) {
      const { cents, memo } = await readPayMeOrder(context, link, order);
      return { cents, purpose: purposeOfMemo(memo) };
    },
    pay: payPayMe,
  },
};

async function payMePayeeIdOf(context: HandlerContext, token: string): Promise<string> {
  const issued = await findPayMeLink(context, token);
  if (!issued) throw createLinkNotFoundError();
  return issued.state === 'open' ? issued.link.business_id : issued.businessId;
}
