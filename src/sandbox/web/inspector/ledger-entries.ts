/** Ledger entries in the inspector. */

import type { LedgerClass } from '../../../contract/controls/money.ts';
import type { Row } from '../../database/tables.ts';
import type { LedgerEvent } from '../../ledger/post.ts';
import { emptyMark, money, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { linkTo, type PageContext } from './page-context.ts';
import type { SeqRange } from './pagination.ts';

/** An entry of the ledger with its lines. */
export interface Entry extends Row<'ledger_entries'> {
  readonly lines: readonly Row<'ledger_lines'>[];
}

/** Returns the entries about a payment or withdrawal, oldest first. */
export async function readEntriesAbout(ref: string, pageContext: PageContext): Promise<Entry[]> {
  const rows = await pageContext.db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('ref', '=', ref)
    .orderBy('seq')
    .execute();
  return withLines(rows, pageContext);
}

/** Returns the entries in a range of sequence numbers. */
export async function readEntries(
  pageContext: PageContext,
  { side, seq, order, limit }: SeqRange,
): Promise<Entry[]> {
  const rows = await pageContext.db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('seq', side, seq)
    .orderBy('seq', order)
    .limit(limit)
    .execute();
  return withLines(rows, pageContext);
}

/** Returns the entries with a line on one account, in a range of sequence numbers. */
export async function readEntriesOf(
  account: string,
  pageContext: PageContext,
  { side, seq, order, limit }: SeqRange,
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

/** Returns a table of entries with their debits and credits. */
export const entryTable = (entries: readonly Entry[]): Html =>
  table<Entry>(
    'Ledger entries',
    [
      ...entryColumns,
      {
        label: 'Lines',
        kind: 'wide',
        cell: ({ lines }) => html`<ul class="lines">${lines.map(lineItem)}</ul>`,
      },
    ],
    entries,
    'No entries.',
  );

/** Returns a table of the entries of an account, newest first, with debits, credits and the balance after each. */
export async function statementTable(
  { name, class: kind, cents }: Row<'ledger_accounts'>,
  entries: readonly Entry[],
  { db }: PageContext,
): Promise<Html> {
  const { newer } = await db
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
    rows.push({ ...entry, debit, credit, balance });
    balance -= debit - credit;
  }
  return table('Ledger entries', statementColumns(kind), rows, 'No entries.');
}

interface StatementRow extends Entry {
  /** Cents. */
  readonly debit: number;
  /** Cents. */
  readonly credit: number;
  /** Cents after the entry; debits are positive. */
  readonly balance: number;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

const statementColumns = (kind: LedgerClass): readonly TableColumn<StatementRow>[] => [
  ...entryColumns,
  { label: 'Debit', kind: 'figure', cell: ({ debit }) => (debit === 0 ? emptyMark : money(debit)) },
  {
    label: 'Credit',
    kind: 'figure',
    cell: ({ credit }) => (credit === 0 ? emptyMark : money(credit)),
  },
  { label: 'Balance', kind: 'figure', cell: ({ balance }) => balanceText(balance, kind) },
];

const entryColumns: readonly TableColumn<Entry>[] = [
  {
    label: 'Entry',
    kind: 'name',
    cell: ({ seq, event }) => html`#${seq} ${eventLabel(event)}`,
  },
  { label: 'When', cell: ({ at }) => time(at) },
  { label: 'About', cell: ({ ref }) => linkTo(ref) },
];

/** Returns a link to the page of an account. */
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
  html`<li>${accountLink(account)}<span>${cents < 0 ? 'credit' : 'debit'} ${money(Math.abs(cents))}</span></li>`;

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
  M1: 'Micro-deposits',
  S1: 'Sandbox credit',
};
