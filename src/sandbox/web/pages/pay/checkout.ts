import { Refused } from '../../../../contract/http/api-error.ts';
import { parse } from '../../../../contract/schema/zod-adapter.ts';
import type { World } from '../../../context/handler-context.ts';
import type { DoorName } from './link-types.ts';
import { Wishes } from './form-input.ts';

/** As long as a link token opens the provider. */
const LIFE_MS = 4 * 3_600_000;

/** Somebody on the way from a link to a payment: what was filled in waits here while a bank is chosen. */
export interface Checkout {
  readonly key: string;
  readonly kind: DoorName;
  readonly link: string;
  readonly wishes: Wishes;
  /** Of the receipt, once it is paid. */
  readonly publicId: string | null;
}

/** Its key, which only the payer's browser will ever know. */
export async function beginCheckout(
  world: World,
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

/** Throws `Refused` (404) when it is not there, or not any more. */
export async function checkoutAt({ db, hash, wallNow }: World, key: string): Promise<Checkout> {
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('hash', '=', hash(key))
    .where('expires_at', '>', wallNow().toISOString())
    .executeTakeFirst();
  if (!row) throw new Refused(404, 'checkout_not_found', 'This way to a payment has ended.');
  const { kind, link, public_id } = row;
  return { key, kind, link, wishes: parse(Wishes, JSON.parse(row.wishes)), publicId: public_id };
}

/** Remembers what was paid: whoever sends the form again is shown the same receipt. */
export const endCheckout = ({ db, hash }: World, { key }: Checkout, publicId: string) =>
  db.updateTable('checkouts').set({ public_id: publicId }).where('hash', '=', hash(key)).execute();
