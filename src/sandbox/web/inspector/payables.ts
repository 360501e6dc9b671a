/** The list of payables in the inspector. */

import type { PayableStatus } from '../../../contract/payable.ts';
import type { Row } from '../../database/tables.ts';
import { badge, countText, emptyMark, money, textOrEmptyMark, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { payableStateBar } from './charts/state-bar.ts';
import { linkTo, namesOf, type PageContent, type PageContext, titleOf } from './page-context.ts';
import { mergedRows, pager, readSeqPage, type SeqRange } from './pagination.ts';

const statuses = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'SCHEDULED',
  'PAID',
  'DECLINED',
  'CANCELLED',
] as const satisfies readonly PayableStatus[];

/** Returns the page of all payables, newest first, or of those with the status in the query. */
export async function payablesPage(pageContext: PageContext): Promise<PageContent> {
  const status = statuses.find((status) => status === pageContext.query.get('status'));
  const business = pageContext.query.get('business');
  const sides = business === null ? [{}] : [{ payer_id: business }, { payee_id: business }];
  const filters = sides.map((side) => ({ ...side, ...(status && { status }) }));
  const page = await readSeqPage(pageContext.query, (range) =>
    readPayables(pageContext, filters, range),
  );
  return {
    title: await titleOf('Payables', business, pageContext),
    body: html`${await payableCounts(pageContext)}
      ${await payableTable(pageContext, page.rows)} ${pager(pageContext.url, page)}`,
  };
}

/** Returns the number of payables in each status, each a link to them. */
export async function payableCounts({ db, url, query }: PageContext): Promise<Html> {
  const rows = await db
    .selectFrom('payable_counts')
    .select(['status', (eb) => eb.fn.sum<number>('count').as('count')])
    .groupBy('status')
    .execute();
  const list = `${INSPECTOR_PATH}/payables`;
  const chosen = url.pathname === list ? query.get('status') : undefined;
  const all = rows.reduce((total, { count }) => total + count, 0);
  const counts = statuses.map((status) => ({
    name: status,
    href: `${list}?status=${status}`,
    count: rows.find((row) => row.status === status)?.count ?? 0,
    isChosen: chosen === status,
    isState: true,
  }));
  return html`${payableStateBar(counts)}<ul class="counts" aria-label="${countText(all, 'payable')} by state">${[
    ...counts,
    { name: 'ALL', href: list, count: all, isChosen: chosen === null, isState: false },
  ].map(countLink)}</ul>`;
}

/** Columns that rows are selected by. Those of a connection are read by an index only with one of its sides. */
type PayableFilter = Partial<
  Pick<Row<'payables'>, 'payer_id' | 'payee_id' | 'connection_id' | 'status'>
>;

/** Returns the payables in a range of sequence numbers that match at least one of the filters. Each row may match one only. */
export const readPayables = (
  { db }: PageContext,
  filters: readonly PayableFilter[],
  range: SeqRange,
): Promise<Row<'payables'>[]> =>
  mergedRows(
    filters.map((filter) =>
      db
        .selectFrom('payables')
        .selectAll()
        .where((eb) => eb.and(filter))
        .where('seq', range.side, range.seq)
        .orderBy('seq', range.order)
        .limit(range.limit)
        .execute(),
    ),
    range,
  );

/** Returns a table of payables. */
export async function payableTable(
  pageContext: PageContext,
  rows: readonly Row<'payables'>[],
): Promise<Html> {
  const ids = rows.flatMap(({ payee_id, payer_id }) => [payee_id, payer_id]);
  return table('Payables', columnsFor(await namesOf(ids, pageContext)), rows, 'None.');
}

interface CountLink {
  readonly name: string;
  readonly href: string;
  readonly count: number;
  readonly isChosen: boolean;
  readonly isState: boolean;
}

const countLink = (link: CountLink) =>
  html`<li><a href="${link.href}" ${link.isChosen ? html`aria-current="true"` : ''}>
    <span>${link.count.toLocaleString('en-US')}</span> ${link.isState ? stateDot(link.name) : ''}${link.name}</a></li>`;

/** Returns a dot in the color that a status has in the bar. */
const stateDot = (name: string): Html =>
  html`<svg class="picture state" viewBox="0 0 9 9" aria-hidden="true"><circle class="${name}" cx="4.5" cy="4.5" r="4.5"></circle></svg>`;

const columnsFor = (
  nameOf: (id: string | null) => string,
): readonly TableColumn<Row<'payables'>>[] => [
  {
    label: 'Payable',
    kind: 'name',
    cell: ({ id, invoice_number }) => linkTo(id, invoice_number ?? id),
  },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Amount', kind: 'figure', cell: ({ cents }) => money(cents) },
  {
    label: 'Payee',
    kind: 'text',
    cell: ({ payee_id }) => linkTo(payee_id, nameOf(payee_id)),
  },
  {
    label: 'Payer',
    kind: 'text',
    cell: (row) => linkTo(row.payer_id, payerOf(row, nameOf)),
  },
  { label: 'Due', cell: ({ due_date }) => textOrEmptyMark(due_date) },
  {
    label: 'Payment',
    cell: ({ payment_id, payment_status }) =>
      payment_status === null ? emptyMark : linkTo(payment_id, badge(payment_status)),
  },
  { label: 'Created', cell: ({ created_at }) => time(created_at) },
];

/** Returns the name of the payer: a business, or a person without an account with their email. */
export function payerOf(
  { payer_id, external_payer }: Pick<Row<'payables'>, 'payer_id' | 'external_payer'>,
  nameOf: (id: string | null) => string,
): string {
  if (external_payer === null) return nameOf(payer_id);
  const { name, email } = JSON.parse(external_payer);
  return `${name} (${email})`;
}
