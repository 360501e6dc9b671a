/** The simulated books of an accounting system: vendors, bank accounts, bills and invoices. */

import { sql } from 'kysely';
import { toDollars } from '../../api/money.ts';
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

/**
 * Creates the books of a business with their initial vendors and bank accounts, when it connects for the first time.
 */
export async function openBooks(
  context: HandlerContext,
  { id: integration_id }: IntegrationRow,
): Promise<void> {
  for (const name of vendors) await addVendor(context, integration_id, name);
  await context.db
    .insertInto('book_bank_accounts')
    .values(bankAccounts.map((bankAccount) => ({ integration_id, ...bankAccount })))
    .execute();
}

/** Adds a vendor with the next id, `VEN-101` and so on. */
export async function addVendor(
  { db, now }: HandlerContext,
  integration_id: string,
  name: string,
): Promise<Row<'book_vendors'>> {
  const { count } = await db
    .selectFrom('book_vendors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('integration_id', '=', integration_id)
    .executeTakeFirstOrThrow();
  // Nothing is ever removed from the books, so the count gives an unused number.
  const id = `VEN-${101 + Number(count)}`;
  return db
    .insertInto('book_vendors')
    .values({ integration_id, id, name, created_at: now().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the vendors of the books, in order of creation. */
export const vendorsOf = ({ db }: HandlerContext, integrationId: string) =>
  db
    .selectFrom('book_vendors')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .orderBy(sql`rowid`)
    .execute();

/** Returns the bank accounts of the books, by id. */
export const bankAccountsOf = ({ db }: HandlerContext, integrationId: string) =>
  db
    .selectFrom('book_bank_accounts')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .orderBy('id')
    .execute();

/** Returns the bills and invoices of the books, in order of creation, as the accounting system shows them. */
export async function documentsOf({ db }: HandlerContext, integrationId: string) {
  const rows = await db
    .selectFrom('book_documents')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .orderBy(sql`rowid`)
    .execute();
  return rows.map(toDocument);
}

/** Converts a bill or an invoice to the accounting system's form. Amounts are in dollars. */
function toDocument({ id, payable_id, content }: Row<'book_documents'>) {
  const { cents, lines, payment, ...document }: BookDocument = JSON.parse(content);
  return {
    id,
    payableId: payable_id,
    ...document,
    totalAmount: toDollars(cents),
    balance: document.status === 'open' ? toDollars(cents) : 0,
    lines: lines.map(({ totalCents, ...line }) => ({ ...line, total: toDollars(totalCents) })),
    payment: payment && { ...payment, amount: toDollars(cents) },
  };
}
