/** The list of businesses in the inspector. */

import type { Row } from '../../database/tables.ts';
import { balanceOf } from '../../ledger/balance.ts';
import { type Html, html } from '../html.ts';
import { buttonForm, type PageContext } from './page-context.ts';
import { field, recordTable, type TableSpec } from './shapes/field.ts';
import { listPage } from './shapes/list-page.ts';
import { type NumberedRow, readRows } from './shapes/read-rows.ts';

type Business = Row<'businesses'>;

/** A business with its balance in cents. */
type Held<Of> = Of & Awaited<ReturnType<typeof balanceOf>>;

const heldTable: TableSpec<Held<Business>> = {
  caption: 'Businesses',
  fields: [
    field.title('Business', ({ name }) => name),
    field.text('Type', 'type'),
    field.status,
    field.amount('Available', 'available'),
    field.amount('Pending', 'pending'),
    field.amount('Withdrawing', 'withdrawing'),
    { label: 'Actions', value: (row, view) => decision(view, row) },
  ],
  empty: 'No businesses yet.',
};

/** Returns the page of all businesses of all accounts, newest first. */
export const businessesPage = listPage<Held<NumberedRow<'businesses'>>>({
  title: 'Businesses',
  read: async (pageContext, range, filter) =>
    withBalances(pageContext, await readRows(pageContext, 'businesses', range, filter)),
  table: heldTable,
});

/** Returns a table of businesses with balances and buttons for decisions. */
export const businessTable = async (
  pageContext: PageContext,
  businesses: readonly Business[],
): Promise<Html> =>
  recordTable(pageContext, heldTable, await withBalances(pageContext, businesses));

async function withBalances<Of extends Business>(
  { db }: PageContext,
  businesses: readonly Of[],
): Promise<readonly Held<Of>[]> {
  const rows: Held<Of>[] = [];
  for (const business of businesses) {
    rows.push({ ...business, ...(await balanceOf(db, business.id)) });
  }
  return rows;
}

/** Returns the button for the staff's decision on a business with this status; null if there is none to take. */
export function decision(
  pageContext: PageContext,
  { id, name, status: current }: Business,
): Html | null {
  const [step, label] = decisions[current] ?? [];
  if (step === undefined) return null;
  const button = html`<button class="small">${label}<span class="unseen"> ${name}</span></button>`;
  return buttonForm(pageContext, `businesses/${id}/${step}`, button);
}

const decisions: Readonly<Partial<Record<string, readonly [step: string, label: string]>>> = {
  pending: ['verify', 'Verify'],
  verified: ['suspend', 'Suspend'],
  suspended: ['reinstate', 'Reinstate'],
};
