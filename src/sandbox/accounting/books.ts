import { sql } from 'kysely';
import { toDollars } from '../../contract/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import type { IntegrationRow } from './integration.ts';
import type { BookDocument } from './rules.ts';

const vendors = ['Coastal Linen Inc', 'Harbor Power and Light', 'Sunrise Produce Co'] as const;

const bankAccounts = [
  { id: 'BA-35', name: 'Operating checking', type: 'checking' },
  { id: 'BA-36', name: 'Payroll checking', type: 'checking' },
  { id: 'BA-41', name: 'Reserve savings', type: 'savings' },
] as const;

/** The books of a business as they are when it connects them for the first time. */
export async function openBooks(
  world: HandlerContext,
  { id: integration_id }: IntegrationRow,
): Promise<void> {
  for (const name of vendors) await addVendor(world, integration_id, name);
  await world.db
    .insertInto('book_bank_accounts')
    .values(bankAccounts.map((it) => ({ integration_id, ...it, bank_name: null, last4: null })))
    .execute();
}

/** Nothing is ever removed from the books, so that counting makes a number that is free. */
export async function addVendor(
  { db, now }: HandlerContext,
  integration_id: string,
  name: string,
): Promise<Row<'book_vendors'>> {
  const { count } = await db
    .selectFrom('book_vendors')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where('integration_id', '=', integration_id)
    .executeTakeFirstOrThrow();
  const id = `VEN-${101 + Number(count)}`;
  return db
    .insertInto('book_vendors')
    .values({ integration_id, id, name, created_at: now().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const vendorsOf = ({ db }: HandlerContext, integrationId: string) =>
  db
    .selectFrom('book_vendors')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .orderBy(sql`rowid`)
    .execute();

export const bankAccountsOf = ({ db }: HandlerContext, integrationId: string) =>
  db
    .selectFrom('book_bank_accounts')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .orderBy('id')
    .execute();

/** The bills and invoices of the books, in the order in which they were made. */
export async function documentsOf({ db }: HandlerContext, integrationId: string) {
  const rows = await db
    .selectFrom('book_documents')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .orderBy(sql`rowid`)
    .execute();
  return rows.map(toDocument);
}

/** A bill or an invoice as the accounting system shows it: money in dollars. */
function toDocument({ id, payable_id, content }: Row<'book_documents'>) {
  const { cents, lines, payment, ...shown }: BookDocument = JSON.parse(content);
  return {
    id,
    payableId: payable_id,
    ...shown,
    totalAmount: toDollars(cents),
    balance: shown.status === 'open' ? toDollars(cents) : 0,
    lines: lines.map(({ totalCents, ...line }) => ({ ...line, total: toDollars(totalCents) })),
    payment: payment && { ...payment, amount: toDollars(cents) },
  };
}
