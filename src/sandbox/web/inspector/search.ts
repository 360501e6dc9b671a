/** The search of the inspector. Each query reads a range of an index; names of businesses are the exception. */

import { sql } from 'kysely';
import type { Row } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';
import { type TableColumn, table } from '../html-table.ts';
import { businessTable, type ListedBusiness } from './businesses.ts';
import { mailList } from './mail.ts';
import {
  existingPathOf,
  linkTo,
  type PageContent,
  type PageContext,
  type PageRedirect,
  resourceKinds,
} from './page-context.ts';
import { payableTable } from './payables.ts';
import { paymentTable } from './payments.ts';
import { loggedRequestPathOf } from './requests.ts';
import { LAST_CHARACTER, lowerCase, searchedCents } from './search-text.ts';

/** Rows of each kind that are shown. */
const MAX_FOUND = 10;

/**
 * Returns the page of a search, or a redirect to the page of the resource whose id was searched.
 *
 * Text finds the beginnings of ids, of invoice numbers and of email addresses, parts of business names, and amounts.
 */
export async function searchPage(pageContext: PageContext): Promise<PageContent | PageRedirect> {
  const text = searchTextIn(pageContext.query);
  if (text === '') return { title: 'Search', body: help };
  const location =
    loggedRequestPathOf(text, pageContext) ?? (await existingPathOf(text, pageContext));
  if (location !== undefined) return { location };
  const found = await Promise.all(parts.map((part) => part(text, pageContext)));
  const shown = found.filter((part) => part !== undefined);
  return {
    title: `Search: ${text}`,
    body: shown.length > 0 ? html`${shown}` : html`<p class="empty">Nothing found.</p>${help}`,
  };
}

const help = html`<p>Search for an id (<code>pmt_…</code>) or its beginning, the beginning of an invoice number or of an
  email address, a part of a business’s name, or an amount (<code>1,250.00</code>).</p>`;

// PostgreSQL refuses the character U+0000.
const searchTextIn = (query: URLSearchParams): string =>
  (query.get('q') ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100);

/** A part of the results: its heading and rows, or `undefined` if nothing was found. */
type Part = (text: string, pageContext: PageContext) => Promise<Html | undefined>;

const part = async <Found>(
  heading: string,
  rows: readonly Found[],
  draw: (rows: readonly Found[]) => Html | Promise<Html>,
): Promise<Html | undefined> =>
  rows.length === 0
    ? undefined
    : html`<h2>${heading}</h2>${await draw(rows.slice(0, MAX_FOUND))}${
        rows.length > MAX_FOUND
          ? html`<p class="faint">The first ${MAX_FOUND} of more: type more of it.</p>`
          : ''
      }`;

const parts: readonly Part[] = [
  async (text, pageContext) =>
    part('Businesses', await businessesNamed(text, pageContext), (rows) =>
      businessTable(pageContext, rows),
    ),
  async (text, pageContext) =>
    part('Payables by invoice number', await payablesNumbered(text, pageContext), (rows) =>
      payableTable(pageContext, rows),
    ),
  async (text, pageContext) =>
    part('Payables by amount', await withAmount('payables', text, pageContext), (rows) =>
      payableTable(pageContext, rows),
    ),
  async (text, pageContext) =>
    part('Payments by amount', await withAmount('payments', text, pageContext), (rows) =>
      paymentTable(pageContext, rows),
    ),
  async (text, pageContext) => part('Mail', await mailsTo(text, pageContext), mailList),
  async (text, pageContext) => part('Ids', await idsFrom(text, pageContext), idTable),
];

/** Returns the businesses with the text in their name, by name. Their names are read in an index. */
const businessesNamed = (text: string, { db }: PageContext): Promise<ListedBusiness[]> =>
  db
    .selectFrom('businesses')
    .select([sql<number>`rowid`.as('seq'), 'id', 'name', 'type', 'status'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('businesses')
        .select('id')
        .where(sql<boolean>`lower(name) like ${`%${escapedForLike(lowerCase(text))}%`} escape '\\'`)
        .orderBy(sql`lower(name)`)
        .orderBy('id')
        .limit(MAX_FOUND + 1),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

const payablesNumbered = (text: string, { db }: PageContext): Promise<Row<'payables'>[]> =>
  db
    .selectFrom('payables')
    .selectAll()
    .where(sql`lower(invoice_number)`, '>=', lowerCase(text))
    .where(sql`lower(invoice_number)`, '<', `${lowerCase(text)}${LAST_CHARACTER}`)
    .orderBy(sql`lower(invoice_number)`)
    .orderBy('seq')
    .limit(MAX_FOUND + 1)
    .execute();

/** Returns the payables or payments of an amount, newest first; none if the text is no amount. */
async function withAmount<Table extends 'payables' | 'payments'>(
  table: Table,
  text: string,
  { db }: PageContext,
): Promise<Row<Table>[]> {
  const cents = searchedCents(text);
  if (cents === undefined) return [];
  const query = db
    .selectFrom(table as 'payables')
    .selectAll()
    .where('cents', '=', cents)
    .orderBy('seq', 'desc')
    .limit(MAX_FOUND + 1);
  return (await query.execute()) as unknown as Row<Table>[];
}

const mailsTo = (text: string, { db }: PageContext): Promise<Row<'outbox'>[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('to_email', '>=', text)
    .where('to_email', '<', `${text}${LAST_CHARACTER}`)
    .orderBy('to_email')
    .orderBy('seq')
    .limit(MAX_FOUND + 1)
    .execute();

/** Returns the ids that begin with the text, which has to contain the prefix of their kind. */
async function idsFrom(text: string, { db }: PageContext): Promise<string[]> {
  const kind = resourceKinds.find(({ prefix }) => text.startsWith(prefix));
  if (!kind) return [];
  const rows = await db
    .selectFrom(kind.table)
    .select('id')
    .where('id', '>=', text)
    .where('id', '<', `${text}${LAST_CHARACTER}`)
    .orderBy('id')
    .limit(MAX_FOUND + 1)
    .execute();
  return rows.map(({ id }) => id);
}

const idTable = (ids: readonly string[]): Html => table('Ids', idColumns, ids, '');

const idColumns: readonly TableColumn<string>[] = [
  { label: 'Id', kind: 'name', cell: (id) => linkTo(id) },
];

const escapedForLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
