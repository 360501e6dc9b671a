import type { Kysely } from 'kysely';
import { notFound } from '../context/not-found.ts';
import { activeStatuses } from './rules.ts';
import type { Bank, Business } from './rules-request.ts';
import type { Row, Tables } from '../database/tables.ts';

/** Throws `Refused` (404). */
export async function paymentAt(db: Kysely<Tables>, id: string): Promise<Row<'payments'>> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return row;
  throw notFound('payment', id);
}

export const businessAt = (db: Kysely<Tables>, id: string): Promise<Business> =>
  db.selectFrom('businesses').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A bank account and whose it is; undefined when it is not there, or not any more. */
export async function bankAt(db: Kysely<Tables>, id: string): Promise<Bank | undefined> {
  const row = await db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '!=', 'removed')
    .executeTakeFirst();
  return row && { row, owner: await businessAt(db, row.business_id) };
}

/** The ids of the payments and withdrawals that still need this bank account, oldest first. */
export async function activePaymentsOf(
  db: Kysely<Tables>,
  fundingSourceId: string,
): Promise<readonly string[]> {
  const payments = db
    .selectFrom('payments')
    .select(['id', 'created_at'])
    .where('funding_source_id', '=', fundingSourceId)
    .where('status', 'in', activeStatuses);
  const withdrawals = db
    .selectFrom('withdrawals')
    .select(['id', 'created_at'])
    .where('funding_source_id', '=', fundingSourceId)
    .where('status', 'in', ['PENDING', 'PROCESSING']);
  const rows = await payments.unionAll(withdrawals).orderBy('created_at').execute();
  return rows.map(({ id }) => id);
}
