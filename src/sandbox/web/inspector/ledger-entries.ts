/** Ledger entries in the inspector. */

import type { LedgerClass } from '../../../api/controls/money.ts';
import type { Row } from '../../database/tables.ts';
import type { LedgerEvent } from '../../ledger/post.ts';
import { money } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import type { PageContext } from './page-context.ts';
import { field, type RecordField, recordTable, type TableSpec } from './shapes/field.ts';
import type { RowRange } from './shapes/pagination.ts';
import { readRows, rowsWith } from './shapes/read-rows.ts';

export interface Entry extends Row<'ledger_entries'> {
  readonly lines: readonly Row<'ledger_lines'>[];
}

/** Returns the entries about a payment or withdrawal, oldest first. */
export const readEntriesAbout = async (ref: string, pageContext: PageContext): Promise<Entry[]> =>
  withLines(
    await rowsWith(pageContext, 'ledger_entries', ['ref', ref], { order: 'seq' }),
    pageContext,
  );

/** Returns the entries in a range of sequence numbers. */
export const readEntries = async (pageContext: PageContext, range: RowRange): Promise<Entry[]> =>
  withLines(await readRows(pageContext, 'ledger_entries', range), pageContext);

/** Returns the entries with a line on one account, in a range of sequence numbers. */
export async function readEntriesOf(
  account: string,
  pageContext: PageContext,
  { side, seq, order, limit }: RowRange,
): Promise<Entry[]> {
  const entriesOf = pageContext.db
    .selectFrom('ledger_lines')
    .select('entry_seq')
    .distinct()
    .where('account', '=', account)
    .where('entry_seq', side, seq)
    .orderBy('entry_seq', order)
    .limit(limit);
  const rows = await pageContext.db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('seq', 'in', entriesOf)
    .orderBy('seq', order)
    .execute();
  return withLines(rows, pageContext);
}

const entryFields: readonly RecordField<Entry>[] = [
  { label: 'Entry', kind: 'name', value: ({ seq, event }) => `#${seq} ${eventLabel(event)}` },
  field.moment('When', 'at'),
  field.link('About', 'ref'),
];

/** The table of entries with their debits and credits. */
export const entryTable: TableSpec<Entry> = {
  caption: 'Ledger entries',
  fields: [
    ...entryFields,
    {
      ...{ label: 'Lines', kind: 'wide' },
      value: ({ lines }) =>
        html`<ul class="lines" role="list"><li aria-hidden="true"><span>Account</span><span>Debit</span><span>Credit</span></li>${lines.map(lineItem)}</ul>`,
    },
  ],
  empty: 'No entries.',
};

/** Returns a table of the entries of an account, newest first, with debits, credits and the balance after each. */
export async function statementTable(
  { name, class: kind, cents }: Row<'ledger_accounts'>,
  entries: readonly Entry[],
  pageContext: PageContext,
): Promise<Html> {
  const { newer } = await pageContext.db
    .selectFrom('ledger_lines')
    .select((eb) => eb.fn.sum<number | null>('cents').as('newer'))
    .where('account', '=', name)
    .where('entry_seq', '>', entries[0]?.seq ?? 0)
    .executeTakeFirstOrThrow();
  let balance = cents - Number(newer ?? 0);
  const rows: StatementRow[] = [];
  for (const entry of entries) {
    const amounts = entry.lines.filter(({ account }) => account === name).map((line) => line.cents);
    const debit = sumOf(amounts.filter((it) => it > 0));
    const credit = -sumOf(amounts.filter((it) => it < 0));
    rows.push({ ...entry, debit: debit || null, credit: credit || null, balance });
    balance -= debit - credit;
  }
  return recordTable(pageContext, { ...entryTable, fields: statementFields(kind) }, rows);
}

interface StatementRow extends Entry {
  /** Cents; null for none. */
  readonly debit: number | null;
  /** Cents; null for none. */
  readonly credit: number | null;
  /** Cents after the entry; debits are positive. */
  readonly balance: number;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

const statementFields = (kind: LedgerClass): readonly RecordField<StatementRow>[] => [
  ...entryFields,
  field.amount('Debit', 'debit'),
  field.amount('Credit', 'credit'),
  { label: 'Balance', kind: 'figure', value: ({ balance }) => balanceText(balance, kind) },
];

/** The field of the name of an account, which leads to its page. */
export const accountNameField: RecordField<Row<'ledger_accounts'>> = {
  ...{ label: 'Account', kind: 'name' },
  value: ({ name }) => accountLink(name),
};

export const accountBalanceField: RecordField<Row<'ledger_accounts'>> = {
  ...{ label: 'Balance', kind: 'figure' },
  value: ({ cents, class: kind }) => balanceText(cents, kind),
};

export const accountLink = (name: string): Html =>
  html`<a href="${INSPECTOR_PATH}/ledger/${encodeURIComponent(name)}"><code>${name}</code></a>`;

/** Formats a balance. Debits are positive in the database; a liability grows by credits. */
export const balanceText = (cents: number, kind: LedgerClass): string =>
  money(kind === 'liability' ? 0 - cents : cents);

async function withLines(
  entries: readonly Row<'ledger_entries'>[],
  { db }: PageContext,
): Promise<Entry[]> {
  const seqs = entries.map(({ seq }) => seq);
  const lines = await db
    .selectFrom('ledger_lines')
    .selectAll()
    .where('entry_seq', 'in', seqs.length > 0 ? seqs : [0])
    .orderBy('entry_seq')
    .orderBy('line')
    .execute();
  return entries.map((entry) => ({
    ...entry,
    lines: lines.filter(({ entry_seq }) => entry_seq === entry.seq),
  }));
}

const lineItem = ({ account, cents }: Row<'ledger_lines'>) =>
  html`<li>${accountLink(account)}<span>${cents < 0 ? '' : html`<span class="unseen">debit</span> ${money(cents)}`}</span><span>${cents < 0 ? html`<span class="unseen">credit</span> ${money(-cents)}` : ''}</span></li>`;

const eventLabel = (event: string) => new Map(Object.entries(eventLabels)).get(event) ?? event;

const eventLabels: Readonly<Record<LedgerEvent, string>> = {
  P1: 'Payment submitted',
  P2: 'Payment settled',
  P3: 'Payment failed',
  P4: 'Payment returned',
  W1: 'Withdrawal reserved',
  W2: 'Withdrawal submitted',
  W3: 'Withdrawal completed',
  W4: 'Withdrawal failed',
  W5: 'Withdrawal returned',
  M1: 'Micro-deposits',
  S1: 'Sandbox credit',
};
