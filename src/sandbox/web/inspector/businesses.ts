/** The list of businesses in the inspector. */

import { sql } from 'kysely';
import type { Row } from '../../database/tables.ts';
import { balanceOf } from '../../ledger/balance.ts';
import { badge, emptyMark, money } from '../format.ts';
import { type Html, html } from '../html.ts';
import { type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { formFields, linkTo, type PageContent, type PageContext } from './page-context.ts';
import { pager, readSeqPage, type SeqRange } from './pagination.ts';

/** A business in a list; `seq` is its rowid. */
export interface ListedBusiness extends Pick<Row<'businesses'>, 'id' | 'name' | 'type' | 'status'> {
  readonly seq: number;
}

/** Returns the page of all businesses of all accounts, newest first. */
export async function businessesPage(pageContext: PageContext): Promise<PageContent> {
  const page = await readSeqPage(pageContext.query, (range) => readBusinesses(pageContext, range));
  return {
    title: 'Businesses',
    body: html`${await businessTable(pageContext, page.rows)} ${pager(pageContext.url, page)}`,
  };
}

/** Returns the businesses in a range of sequence numbers, of all accounts or of one. */
export const readBusinesses = (
  { db }: PageContext,
  { side, seq, order, limit }: SeqRange,
  accountId?: string,
): Promise<ListedBusiness[]> =>
  db
    .selectFrom('businesses')
    .select([sql<number>`rowid`.as('seq'), 'id', 'name', 'type', 'status'])
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .where(sql<number>`rowid`, side, seq)
    .orderBy(sql`rowid`, order)
    .limit(limit)
    .execute();

/** Returns a table of businesses with balances and buttons for decisions. */
export async function businessTable(
  pageContext: PageContext,
  businesses: readonly ListedBusiness[],
): Promise<Html> {
  const rows = [];
  for (const business of businesses)
    rows.push({ ...business, ...(await balanceOf(pageContext.db, business.id)) });
  return table('Businesses', columnsFor(pageContext), rows, 'No businesses yet.');
}

type Held = ListedBusiness & Awaited<ReturnType<typeof balanceOf>>;

const columnsFor = (pageContext: PageContext): readonly TableColumn<Held>[] => [
  { label: 'Business', kind: 'name', cell: ({ id, name }) => linkTo(id, name) },
  { label: 'Type', cell: ({ type }) => type },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Available', kind: 'figure', cell: ({ available }) => money(available) },
  { label: 'Pending', kind: 'figure', cell: ({ pending }) => money(pending) },
  { label: 'Withdrawing', kind: 'figure', cell: ({ withdrawing }) => money(withdrawing) },
  { label: 'Actions', cell: (business) => decisions(pageContext, business) },
];

/** Returns the button for the staff's decision on a business with this status. */
export function decisions(
  pageContext: PageContext,
  { id, name, status }: Pick<ListedBusiness, 'id' | 'name' | 'status'>,
): Html {
  const step = steps[status];
  return step === undefined
    ? emptyMark
    : html`<form method="post" action="${INSPECTOR_PATH}/businesses/${id}/${step}">
      ${formFields(pageContext)}<button class="small">${labels[step]}<span class="unseen"> ${name}</span></button>
    </form>`;
}

const steps: Readonly<Partial<Record<string, keyof typeof labels>>> = {
  pending: 'verify',
  verified: 'suspend',
  suspended: 'reinstate',
};

const labels = { verify: 'Verify', suspend: 'Suspend', reinstate: 'Reinstate' } as const;
