/** The ledger in the inspector. */

import type { LedgerClass } from '../../../api/controls/money.ts';
import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { checkLedger } from '../../ledger/invariants.ts';
import { facts } from '../facts.ts';
import { badge } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import {
  accountBalanceField,
  accountNameField,
  balanceText,
  entryTable,
  readEntries,
  readEntriesOf,
  statementTable,
} from './ledger-entries.ts';
import type { PageContent, PageContext } from './page-context.ts';
import { field, recordTable, type TableSpec } from './shapes/field.ts';
import { pager, readPage } from './shapes/pagination.ts';
import { rowsWith } from './shapes/read-rows.ts';

/** Ledgers of up to this many payables are checked at each view. */
const MAX_CHECKED = 5000;
/** Entries, and accounts, of a page. */
const PAGE_SIZE = 10;

/** Returns the page of the ledger: the check, the balances by class, the entries and the accounts. */
export async function ledgerPage(pageContext: PageContext): Promise<PageContent> {
  const page = await readPage(pageContext.query, (range) => readEntries(pageContext, range), {
    size: PAGE_SIZE,
  });
  return {
    title: 'Ledger',
    body: html`
      ${await checkPart(pageContext)}
      <h2>Balances by class</h2>
      ${await classBalances(pageContext)}
      <h2>Entries</h2>
      ${await recordTable(pageContext, entryTable, page.rows)} ${pager(pageContext.url, page)}
      <h2>Accounts</h2>
      ${await accountTable(pageContext)}`,
  };
}

/** Returns the page of an account: its balance, and its entries with debits, credits and the balance after each. */
export async function accountPage(pageContext: PageContext): Promise<PageContent> {
  const name = pageContext.params['id'] ?? '';
  const [account] = await rowsWith(pageContext, 'ledger_accounts', ['name', name]);
  if (!account) throw createNotFoundError('ledger account', name);
  const page = await readPage(pageContext.query, (range) =>
    readEntriesOf(name, pageContext, range),
  );
  const { cents, class: kind } = account;
  return {
    title: name,
    body: html`
      ${facts([
        ['Class', kind],
        ['Balance', balanceText(cents, kind)],
      ])}
      <h2>Entries</h2>
      ${await statementTable(account, page.rows, pageContext)} ${pager(pageContext.url, page)}`,
  };
}

// Reading a large ledger takes a while, so it is only checked on request.
async function checkPart({ db, query }: PageContext): Promise<Html> {
  const { last } = await db
    .selectFrom('payables')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  if (last > MAX_CHECKED && !query.has('check')) {
    return html`<p><a class="button" href="${INSPECTOR_PATH}/ledger?check=now">Check the ledger</a></p>`;
  }
  const { ok, entries, invariants } = await checkLedger(db);
  return html`<section class="verdict ${ok ? 'good' : 'bad'}">
    <h2>${ok ? 'The ledger is consistent' : 'The ledger is inconsistent'} <small>${entries.toLocaleString('en-US')} entries</small></h2>
    <ul>${invariants.map(
      (invariant) =>
        html`<li>${badge(invariant.ok ? 'holds' : 'broken')} ${invariant.name}${invariant.ok ? '' : html`: ${invariant.detail}`}</li>`,
    )}</ul>
  </section>`;
}

async function classBalances({ db }: PageContext): Promise<Html> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['class', (eb) => eb.fn.sum<number>('cents').as('cents')])
    .groupBy('class')
    .orderBy('class')
    .execute();
  return facts(
    rows.map(({ class: kind, cents }) => [
      `${kind} — ${classLabels[kind]}`,
      balanceText(cents, kind),
    ]),
  );
}

async function accountTable(pageContext: PageContext): Promise<Html> {
  const rows = await pageContext.db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('name', '>=', pageContext.query.get('from') ?? '')
    .orderBy('name')
    .limit(PAGE_SIZE + 1)
    .execute();
  const next = rows[PAGE_SIZE];
  const holderOf = await holdersOf(rows, pageContext);
  const table: TableSpec<Account> = {
    caption: 'Accounts',
    fields: [
      accountNameField,
      { label: 'Of', kind: 'text', value: ({ name }) => holderOf(name) },
      field.text('Class', 'class'),
      accountBalanceField,
    ],
    empty: 'The ledger is empty.',
  };
  return html`${await recordTable(pageContext, table, rows.slice(0, PAGE_SIZE))}
    ${next ? html`<p><a href="${INSPECTOR_PATH}/ledger?from=${encodeURIComponent(next.name)}">More accounts</a></p>` : ''}`;
}

type Account = Row<'ledger_accounts'>;

/** Returns a function that finds the business or bank account of an account by its name; `''` if there is none. */
async function holdersOf(
  accounts: readonly Account[],
  { db }: PageContext,
): Promise<(name: string) => string> {
  const ids = accounts.map(({ name }) => name.split('.')[1] ?? '');
  const rows = await db
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('bank_accounts').select(['id', 'name']).where('id', 'in', ids))
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (account) => names.get(account.split('.')[1] ?? '') ?? '';
}

const classLabels: Readonly<Record<LedgerClass, string>> = {
  asset: 'held and in transit',
  liability: 'business balances',
  expense: 'micro-deposit costs',
  memo: 'external banks',
};
