/** The list of payables in the inspector. */

import { sql } from 'kysely';
import type { PayableStatus } from '../../../contract/payable.ts';
import type { Row } from '../../database/tables.ts';
import { badge, countText, emptyMark, money, textOrEmptyMark, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { payableStateBar } from './charts/state-bar.ts';
import { businessFields } from './lists/business-filter.ts';
import { beginsWith, equals, isBetween, type ListCondition } from './lists/condition.ts';
import { type FilterField, filterForm } from './lists/filter-form.ts';
import { readMoneyList } from './lists/money-list.ts';
import type { QueryValues } from './lists/query-values.ts';
import { payableOrders, type SortedList, sortField, withHeadSorts } from './lists/sort.ts';
import { linkTo, namesOf, type PageContent, type PageContext, titleOf } from './page-context.ts';
import { filtersIn, hrefWith, pager } from './pagination.ts';
import { lowerCase } from './search-text.ts';

const statuses = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'SCHEDULED',
  'PAID',
  'DECLINED',
  'CANCELLED',
] as const satisfies readonly PayableStatus[];

/** Rows of a page, so that it is small with its links and its form, too. */
const PAGE_SIZE = 10;

const fields: readonly FilterField[] = [
  { name: 'number', label: 'Invoice number', kind: 'text', placeholder: 'Its beginning' },
  ...businessFields,
  { name: 'dueFrom', label: 'Due from', kind: 'date' },
  { name: 'dueTo', label: 'Due to', kind: 'date' },
  { name: 'least', label: 'Amount from', kind: 'amount' },
  { name: 'most', label: 'Amount to', kind: 'amount' },
  sortField(payableOrders),
];

/** Returns the page of payables with the filters and in the order of the query. */
export async function payablesPage(pageContext: PageContext): Promise<PageContent> {
  const { url } = pageContext;
  const { businessId, order, page, problems } = await readMoneyList(pageContext, 'payables', {
    ...{ orders: payableOrders, conditionsIn: readConditions, pageSize: PAGE_SIZE },
  });
  return {
    title: await titleOf('Payables', businessId, pageContext),
    body: html`${await payableCounts(pageContext)} ${filterForm(url, fields, problems)}
      ${order.column === 'due_date' ? html`<p class="faint">Payables without a due date are not in this list.</p>` : ''}
      ${await payableTable(pageContext, page.rows, { url, order, orders: payableOrders })} ${pager(url, page)}`,
  };
}

function readConditions(values: QueryValues): readonly ListCondition[] {
  const status = values.choice('status', statuses);
  const number = values.text('number');
  return [
    ...(status === undefined ? [] : [equals('status', status)]),
    ...(number === undefined ? [] : [beginsWith(sql`lower(invoice_number)`, lowerCase(number))]),
    ...isBetween('due_date', { from: values.date('dueFrom'), to: values.date('dueTo') }),
    ...isBetween('cents', { from: values.amount('least'), to: values.amount('most') }),
  ];
}

/** Returns the number of payables in each status, each a link to them. */
export async function payableCounts({ db, url, query }: PageContext): Promise<Html> {
  const rows = await db
    .selectFrom('payable_counts')
    .select(['status', (eb) => eb.fn.sum<number>('count').as('count')])
    .groupBy('status')
    .execute();
  const list = `${INSPECTOR_PATH}/payables`;
  const isList = url.pathname === list;
  const chosen = isList ? query.get('status') || null : undefined;
  const all = rows.reduce((total, { count }) => total + count, 0);
  const counts = statuses.map((status) => ({
    name: status,
    href: isList ? hrefWith(url, { status }) : `${list}?status=${status}`,
    count: rows.find((row) => row.status === status)?.count ?? 0,
    isChosen: chosen === status,
    isState: true,
  }));
  return html`${payableStateBar(counts)}<ul class="counts" aria-label="${countText(all, 'payable')} by state">${[
    ...counts,
    {
      name: 'ALL',
      href: isList ? hrefWith(url, {}, ['status']) : list,
      count: all,
      isChosen: chosen === null,
      isState: false,
    },
  ].map(countLink)}</ul>`;
}

/** Returns a table of payables; that of a list can be sorted. */
export async function payableTable(
  pageContext: PageContext,
  rows: readonly Row<'payables'>[],
  list?: SortedList,
): Promise<Html> {
  const ids = rows.flatMap(({ payee_id, payer_id }) => [payee_id, payer_id]);
  const columns = withHeadSorts(columnsFor(await namesOf(ids, pageContext)), list, {
    Amount: 'cents',
    Due: 'due_date',
    Created: 'seq',
  });
  return table(
    'Payables',
    columns,
    rows,
    list && filtersIn(list.url).size > 0 ? 'None with these filters.' : 'None.',
  );
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
  html`<svg class="picture state" viewBox="0 0 9 9" aria-hidden="true"><circle class="${name}" cx="4.5" cy="4.5" r="4.5"/></svg>`;

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
