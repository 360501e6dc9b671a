import { ApiError } from '../../../../contract/http/api-error.ts';
import { parse } from '../../../../contract/schema/zod-adapter.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import { payInvoice, readInvoiceOrder, showInvoice } from '../../../public-api/invoice.ts';
import type { PublicBusiness } from '../../../public-api/parties.ts';
import { payPayMe, readPayMeOrder, showPayMe } from '../../../public-api/pay-me.ts';
import type { PaymentReceipt } from '../../../public-api/receipt.ts';
import { OrderInput } from './payment-form.ts';

/** As long as a link token opens the provider. */
const LIFE_MS = 4 * 3_600_000;

/** Somebody on the way from a link to a payment: what was filled in waits here while a bank is chosen. */
export interface Checkout {
  readonly key: string;
  readonly kind: LinkTypeName;
  readonly link: string;
  readonly wishes: OrderInput;
  /** Of the receipt, once it is paid. */
  readonly publicId: string | null;
}

/** Its key, which only the payer's browser will ever know. */
export async function beginCheckout(
  world: HandlerContext,
  { kind, link, wishes }: Pick<Checkout, 'kind' | 'link' | 'wishes'>,
): Promise<string> {
  const key = world.newSecret(32);
  await world.db
    .insertInto('checkouts')
    .values({
      hash: world.hash(key),
      kind,
      link,
      wishes: JSON.stringify(wishes),
      public_id: null,
      expires_at: new Date(world.wallNow().getTime() + LIFE_MS).toISOString(),
    })
    .execute();
  return key;
}

/** Throws `ApiError` (404) when it is not there, or not any more. */
export async function checkoutAt(
  { db, hash, wallNow }: HandlerContext,
  key: string,
): Promise<Checkout> {
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('hash', '=', hash(key))
    .where('expires_at', '>', wallNow().toISOString())
    .executeTakeFirst();
  if (!row) throw new ApiError(404, 'checkout_not_found', 'This checkout has expired.');
  const { kind, link, public_id } = row;
  return {
    key,
    kind,
    link,
    wishes: parse(OrderInput, JSON.parse(row.wishes)),
    publicId: public_id,
  };
}

/** Remembers what was paid: whoever sends the form again is shown the same receipt. */
export const endCheckout = ({ db, hash }: HandlerContext, { key }: Checkout, publicId: string) =>
  db.updateTable('checkouts').set({ public_id: publicId }).where('hash', '=', hash(key)).execute();

/** A kind of link that money can be paid with. What may be paid with it is for the public routes to say: they throw `ApiError`. */
interface LinkType {
  /** The page that its links lead to. */
  readonly home: (link: string) => string;
  readonly payeeOf: (world: HandlerContext, link: string) => Promise<PublicBusiness>;
  /** Whether this can be paid with it, and how much it is. */
  readonly check: (
    world: HandlerContext,
    link: string,
    wishes: OrderInput,
  ) => Promise<{ cents: number }>;
  readonly pay: (world: HandlerContext, link: string, order: object) => Promise<PaymentReceipt>;
}

export type LinkTypeName = 'invoice' | 'payMe';

export const linkTypes: Readonly<Record<LinkTypeName, LinkType>> = {
  invoice: {
    home: (link) => `/pay/${link}`,
    payeeOf: async (world, link) => (await showInvoice(world, link)).payee,
    check: readInvoiceOrder,
    pay: payInvoice,
  },
  payMe: {
    home: (link) => `/pay-me/${link}`,
    payeeOf: async (world, link) => (await showPayMe(world, link)).payee,
    check: readPayMeOrder,
    pay: payPayMe,
  },
};

/** What the pages for people without an account remember. */
export interface PageTables {
  /** Somebody on the way from a link to a payment, known only by the hash of the address of that way. Wall time. */
  checkouts: {
    hash: string;
    kind: 'invoice' | 'payMe';
    /** The end of the link's address. */
    link: string;
    /** What was filled in. */
    wishes: string;
    /** Of the receipt, once it is paid. */
    public_id: string | null;
    expires_at: string;
  };
}
