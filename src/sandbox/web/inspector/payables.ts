/** The list of payables in the inspector. */

import { sql } from 'kysely';
import type { PayableStatus } from '../../../api/operations/payable.ts';
import type { Row } from '../../database/tables.ts';
import { badge, countText } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { linkTo, type PageContext } from './page-context.ts';
import { lowerCase } from './search-text.ts';
import { beginsWith, equals } from './shapes/condition.ts';
import { field, type RecordField, type TableSpec } from './shapes/field.ts';
import { businessFilter, choiceField, filterBy, rangeFilter } from './shapes/filter.ts';
import { listPage, moneyOrders, rowsIn } from './shapes/list-page.ts';
import { hrefWith, type ListUrl } from './shapes/pagination.ts';
import type { NumberedRow } from './shapes/read-rows.ts';

const statuses = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'SCHEDULED',
  'PAID',
  'DECLINED',
  'CANCELLED',
] as const satisfies readonly PayableStatus[];

type Sides = Pick<Row<'payables'>, 'payer_id' | 'external_payer'>;

/** The column of the payer: the name of a business, or of a person without an account. */
export const payerName = payerField(({ name }) => name);

/** The field of the payer: the name of a business, or of a person without an account with their email. */
export const payer = payerField(({ name, email }) => `${name} (${email})`);

/** Returns a field of the payer, with the text of a person without an account. */
function payerField(textOf: (person: ExternalPayer) => string): RecordField<Sides> {
  return {
    ...{ label: 'Payer', kind: 'text' },
    named: (row) => row.payer_id,
    value: ({ payer_id, external_payer }, view) =>
      linkTo(
        payer_id,
        view,
        external_payer === null ? view.nameOf(payer_id) : textOf(JSON.parse(external_payer)),
      ),
  };
}

interface ExternalPayer {
  readonly name: string;
  readonly email: string;
}

export const payableTable: TableSpec<Row<'payables'>> = {
  caption: 'Payables',
  fields: [
    field.title('Payable', ({ id, invoice_number, memo }) => invoice_number ?? memo ?? id),
    field.status,
    { ...field.amount('Amount', 'cents'), order: 'cents' },
    field.business('Payee', 'payee_id'),
    payerName,
    { ...field.text('Due', 'due_date'), order: 'due_date' },
    {
      label: 'Payment',
      value: ({ payment_id, payment_status }, view) =>
        payment_status && linkTo(payment_id, view, badge(payment_status)),
    },
    { ...field.moment('Created', 'created_at'), order: 'seq' },
  ],
  empty: html`No payables. Create one with <code class="command">remit payable create</code>`,
};

/** Returns the page of payables with the filters and in the order of the query. */
export const payablesPage = listPage<NumberedRow<'payables'>>({
  title: 'Payables',
  read: rowsIn('payables'),
  table: payableTable,
  emptyFiltered: 'No results with these filters.',
  pageSize: 10, // so that it is small with its links and its form, too
  filters: [
    {
      ...filterBy(choiceField('status', 'Status', statuses), (it) => [equals('status', it)]),
      isLinked: true,
    },
    filterBy(
      { name: 'number', label: 'Invoice number', kind: 'text', placeholder: 'Its beginning' },
      (it) => [beginsWith(sql`lower(invoice_number)`, lowerCase(it))],
    ),
    businessFilter,
    rangeFilter('due_date', 'date', ['dueFrom', 'Due from'], ['dueTo', 'Due to']),
    rangeFilter('cents', 'amount', ['least', 'Amount from'], ['most', 'Amount to']),
  ],
  orders: [
    ...moneyOrders,
    { name: 'due', text: 'Due soonest first', column: 'due_date', direction: 'asc' },
    { name: 'due-last', text: 'Due latest first', column: 'due_date', direction: 'desc' },
  ],
  above: payableCounts,
  below: (_, { column }) =>
    column === 'due_date'
      ? html`<p class="faint">Payables without a due date are not in this list.</p>`
      : html``,
});

/** Returns the number of payables in each status, each a link to them; in their list the chosen one is marked. */
export async function payableCounts({ db }: PageContext, list?: ListUrl): Promise<Html> {
  const rows = await db
    .selectFrom('payable_counts')
    .select(['status', (eb) => eb.fn.sum<number>('count').as('count')])
    .groupBy('status')
    .execute();
  const all = rows.reduce((total, { count }) => total + count, 0);
  const counts = statuses.map((name) => ({
    name,
    count: rows.find((row) => row.status === name)?.count ?? 0,
  }));
  const countLink = (name: string, count: number, chosen: string) => {
    const { pathname, filters } = list ?? { pathname: PAYABLES, filters: new URLSearchParams() };
    const isChosen = list && (filters.get('status') ?? '') === chosen;
    return html`<li><a href="${hrefWith({ pathname, filters }, { status: chosen })}" ${isChosen ? html`aria-current="true"` : ''}>
      <span>${count.toLocaleString('en-US')}</span> ${chosen === '' ? '' : stateDot(name)}${name}</a></li>`;
  };
  return html`${payableStateBar(counts)}<ul class="counts" aria-label="${countText(all, 'payable')} by state">
    ${counts.map(({ name, count }) => countLink(name, count, name))}${countLink('ALL', all, '')}</ul>`;
}

const PAYABLES = `${INSPECTOR_PATH}/payables`;

/** Returns a dot in the color that a status has in the bar. */
const stateDot = (name: string): Html =>
  html`<svg class="picture state" viewBox="0 0 9 9" aria-hidden="true"><circle class="${name}" cx="4.5" cy="4.5" r="4.5"/></svg>`;

/** Rows of one status. */
interface StateCount {
  readonly name: string;
  readonly count: number;
}

const WIDTH = 1000;

/** Returns a bar with a part for each status, as wide as its share. The counts are to be written beside it. */
function payableStateBar(counts: readonly StateCount[]): Html {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return html``;
  let before = 0;
  const parts = counts.flatMap(({ name, count }) => {
    const x = widthOf(before, all);
    before += count;
    const width = widthOf(before, all) - x;
    return count === 0
      ? []
      : [
          html`<rect class="${name}" x="${x}" width="${Math.round(width * 100) / 100}" height="14"><title>${name}: ${count}</title></rect>`,
        ];
  });
  return html`<svg class="picture state-bar" viewBox="0 0 ${WIDTH} 14" preserveAspectRatio="none" role="img"
    aria-label="Shares of the states: ${sharesText(counts, all)}">${parts}</svg>`;
}

const widthOf = (count: number, all: number): number =>
  Math.round((WIDTH * 100 * count) / all) / 100;

const sharesText = (counts: readonly StateCount[], all: number): string =>
  counts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name} ${Math.round((100 * count) / all)} %`)
    .join(', ');
