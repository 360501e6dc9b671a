import type { Kysely } from 'kysely';
import type { PaymentOrder } from '../../contract/pay.ts';
import type { AskedForPayable, AskedForQuickPay, Business } from './rules-request.ts';
import type { Tables } from '../database/tables.ts';
import { bankAt } from './find.ts';

/** What a request to pay a payable names, as far as it is there. */
export async function askedForPayable(
  db: Kysely<Tables>,
  accountId: string,
  { payableId, fundingSourceId }: Pick<PaymentOrder, 'payableId' | 'fundingSourceId'>,
): Promise<AskedForPayable> {
  const payable = await db
    .selectFrom('payables')
    .selectAll()
    .where('id', '=', payableId)
    .executeTakeFirst();
  const sides = await businesses(db, payable?.payer_id, payable?.payee_id);
  return {
    accountId,
    payableId,
    payable,
    payer: sides.find(({ id }) => id === payable?.payer_id),
    payee: sides.find(({ id }) => id === payable?.payee_id),
    fundingSourceId,
    bank: await bankAt(db, fundingSourceId),
  };
}

/** What a request to pay a connected business names, as far as it is there. */
export async function askedForQuickPay(
  db: Kysely<Tables>,
  accountId: string,
  { connectionId, fundingSourceId }: { connectionId: string; fundingSourceId: string },
): Promise<AskedForQuickPay> {
  const connection = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', connectionId)
    .executeTakeFirst();
  return {
    accountId,
    connectionId,
    connection,
    sides: await businesses(db, connection?.inviter_id, connection?.invitee_id),
    fundingSourceId,
    bank: await bankAt(db, fundingSourceId),
  };
}

async function businesses(
  db: Kysely<Tables>,
  ...ids: readonly (string | null | undefined)[]
): Promise<readonly Business[]> {
  const known = ids.filter((id) => typeof id === 'string');
  if (known.length === 0) return [];
  return db.selectFrom('businesses').selectAll().where('id', 'in', known).execute();
}
