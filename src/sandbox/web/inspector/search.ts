/** The search of the inspector. Each query reads a range of an index; names of businesses are the exception. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Row, SandboxTables } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';
import { businessTable } from './businesses.ts';
import { mailList } from './mail.ts';
import {
  existingPathOf,
  type PageContent,
  type PageContext,
  type PageRedirect,
} from './page-context.ts';
import { payableTable } from './payables.ts';
import { paymentTable } from './payments.ts';
import { loggedRequestPathOf } from './requests.ts';
import { LAST_CHARACTER, lowerCase, searchedCents, searchedText } from './search-text.ts';
import { field, recordTable, type TableSpec } from './shapes/field.ts';

/** Rows of each kind that are shown. */
const MAX_FOUND = 10;

/**
 * Returns the page of a search, or a redirect to the page of the record whose id was searched.
 *
 * Text finds the beginnings of ids, of invoice numbers and of email addresses, parts of business names, and amounts.
 */
export async function searchPage(pageContext: PageContext): Promise<PageContent | PageRedirect> {
  const text = searchedText(pageContext.query.get('q'));
  if (text === '') return { title: 'Search', body: help };
  const location = await recordPathOf(text, pageContext);
  if (location !== undefined) return { location };
  const found = await Promise.all(partsFor(text, pageContext));
  const shown = found.filter((part) => part !== undefined);
  return {
    title: `Search: ${text}`,
    body: shown.length > 0 ? html`${shown}` : html`<p class="empty">Nothing found.</p>${help}`,
  };
}

const help = html`<p>Search for an id (<code>pmt_…</code>) or its beginning, the beginning of an invoice number, of an email
  address or of the name of a payer without an account, a part of a business’s name, an amount (<code>1,250.00</code>), a
  trace number, a return code (<code>R01</code>), or the address of a receipt or of an invoice.</p>`;

/** Returns the path of the page of the one record that a text names: by its id, trace number, or address of a page. */
async function recordPathOf(text: string, pageContext: PageContext): Promise<string | undefined> {
  const [, list, segment = ''] = /\/(receipt|pay)\/([\w-]+)$/.exec(text) ?? [];
  const [, number] = /^11000000(\d{7})$/.exec(text) ?? [];
  const ids = [text, text.toLowerCase()];
  if (list === 'receipt') ids.push(...(await idsWith('payments', 'receipt_id', segment)));
  if (list === 'pay') ids.push(...(await idsWith('payables', 'link_nano_id', segment)));
  if (number !== undefined) ids.push(...(await idsWith('payments', 'seq', Number(number))));
  if (/^[a-z0-9]{16}$/i.test(text)) {
    ids.push(...pageContext.resourceKinds.map(({ prefix }) => `${prefix}${text.toLowerCase()}`));
  }
  for (const id of ids) {
    const location =
      loggedRequestPathOf(id, pageContext) ?? (await existingPathOf(id, pageContext));
    if (location !== undefined) return location;
  }
  return undefined;

  async function idsWith(table: string, column: string, value: string | number) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where ${sql.ref(column)} = ${value}`.execute(pageContext.db);
    return rows.map(({ id }) => id);
  }
}

/** Reads and draws the parts of the results, each with its heading; `undefined` if nothing was found. */
function partsFor(text: string, pageContext: PageContext): readonly Promise<Html | undefined>[] {
  const lower = lowerCase(text);
  const kind = pageContext.resourceKinds.find(({ prefix }) => text.startsWith(prefix));

  async function part<Table extends keyof SandboxTables>(
    heading: string,
    [table, where, order]: readonly [Table, RawBuilder<SqlBool>, RawBuilder<unknown>],
    draw: (rows: readonly Row<Table>[]) => Html | Promise<Html>,
  ): Promise<Html | undefined> {
    const query = sql<Row<Table>>`select * from ${sql.table(table)} where ${where}
      order by ${order} limit ${MAX_FOUND + 1}`;
    const { rows } = await query.execute(pageContext.db);
    if (rows.length === 0) return undefined;
    return html`<h2>${heading}</h2>${await draw(rows.slice(0, MAX_FOUND))}${
      rows.length > MAX_FOUND
        ? html`<p class="faint">The first ${MAX_FOUND}. Type more to see fewer.</p>`
        : ''
    }`;
  }

  const drawn =
    <Item>(table: TableSpec<Item>) =>
    (rows: readonly Item[]) =>
      recordTable(pageContext, table, rows);
  const byName = sql`lower(name), id`;
  return [
    part('Businesses', ['businesses', isNamed(lower, byName), byName], (rows) =>
      businessTable(pageContext, rows),
    ),
    ...payableSearches(text).map(([heading, where, order]) =>
      part(heading, ['payables', where, order], drawn(payableTable)),
    ),
    ...paymentSearches(text).map(([heading, where, order]) =>
      part(heading, ['payments', where, order], drawn(paymentTable)),
    ),
    part('Mail', ['outbox', startsWith(sql`to_email`, text), sql`to_email, seq`], mailList),
    ...(kind
      ? [
          part('Ids', [kind.table, startsWith(sql`id`, text), sql`id`], (rows) =>
            recordTable(pageContext, idTable, rows),
          ),
        ]
      : []),
  ];
}

/** A search of a table: its heading, its condition, and an order that an index has. */
type Search = readonly [heading: string, where: RawBuilder<SqlBool>, order: RawBuilder<unknown>];

function payableSearches(text: string): readonly Search[] {
  const number = sql`lower(invoice_number)`;
  const isNumbered = startsWith(number, lowerCase(text));
  return [
    ['Payables by invoice number', isNumbered, sql`${number}, seq`],
    ...amountSearch('Payables by amount', text),
  ];
}

function paymentSearches(text: string): readonly Search[] {
  const guest = sql`lower(external_payer)`;
  const isGuest = startsWith(guest, `{"name":${JSON.stringify(lowerCase(text)).slice(0, -1)}`);
  const isTheirMail = startsWith(sql`lower(payer_email)`, lowerCase(text));
  const mailed = sql<SqlBool>`id in (select payment_id from debit_authorizations where ${isTheirMail}
    order by lower(payer_email), payment_id limit ${MAX_FOUND + 1})`;
  const code = text.toUpperCase();
  const ended: Search = [
    `Payments that ended with ${code}`,
    sql<SqlBool>`failure_code = ${code}`,
    sql`seq desc`,
  ];
  return [
    ...amountSearch('Payments by amount', text),
    ['Payments of guests', sql`external_payer is not null and ${isGuest}`, sql`${guest}, seq`],
    ['Payments by payer email', mailed, sql`id`],
    ...(/^R\d\d$/.test(code) ? [ended] : []),
  ];
}

function amountSearch(heading: string, text: string): readonly Search[] {
  const cents = searchedCents(text);
  return cents === undefined ? [] : [[heading, sql`cents = ${cents}`, sql`seq desc`]];
}

/** The table of ids that begin with the text, which has to contain the prefix of their kind. */
const idTable: TableSpec<{ readonly id: string }> = {
  caption: 'Ids',
  fields: [field.link('Id', 'id', 'name')],
  empty: '',
};

const startsWith = (value: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`${value} >= ${text} and ${value} < ${text + LAST_CHARACTER}`;

/** Returns the condition that the name of a business contains a text. The names are read in an index. */
function isNamed(text: string, order: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`id in (select id from businesses where lower(name) like ${pattern} escape '\\'
    order by ${order} limit ${MAX_FOUND + 1})`;
}
