/** The shape of a list: rows with filters and orders, a page at a time. */

import type { SandboxTables } from '../../../database/tables.ts';
import { type Html, html } from '../../html.ts';
import type { PageContent, PageContext } from '../page-context.ts';
import { recordTable, type TableOrder, type TableSpec } from './field.ts';
import { type Filter, type FilterField, type FilterMatch, readQueryValues } from './filter.ts';
import {
  hrefWith,
  type ListOrder,
  type ListUrl,
  type Numbered,
  pager,
  type RowRange,
  readPage,
} from './pagination.ts';
import { type ListFilter, type NumberedRow, readRows } from './read-rows.ts';

/** A list: its table, and what it can be filtered and ordered by. */
export interface ListSpec<Row extends Numbered> {
  readonly title: string;
  readonly read: (
    pageContext: PageContext,
    range: RowRange,
    filter: ListFilter,
  ) => Promise<readonly Row[]>;
  readonly table: TableSpec<Row> | ((rows: readonly Row[]) => Html);
  /** The text without rows that match the filters. */
  readonly emptyFiltered?: string;
  readonly filters?: readonly Filter[];
  /** The first is that of a query without one. */
  readonly orders?: readonly NamedOrder[];
  readonly pageSize?: number;
  /** Draws what is above the filters, and what is below them. */
  readonly above?: (pageContext: PageContext, list: ListUrl) => Html | Promise<Html>;
  readonly below?: (pageContext: PageContext, order: ListOrder) => Html | Promise<Html>;
}

/** An order by its name in the query and in words. */
export interface NamedOrder extends ListOrder {
  readonly name: string;
  readonly text: string;
}

export const moneyOrders: readonly NamedOrder[] = [
  { name: '', text: 'Newest first', column: 'seq', direction: 'desc' },
  { name: 'oldest', text: 'Oldest first', column: 'seq', direction: 'asc' },
  { name: 'largest', text: 'Largest first', column: 'cents', direction: 'desc' },
  { name: 'smallest', text: 'Smallest first', column: 'cents', direction: 'asc' },
];

export const rowsIn =
  <Table extends keyof SandboxTables>(table: Table): ListSpec<NumberedRow<Table>>['read'] =>
  (pageContext, range, filter) =>
    readRows(pageContext, table, range, filter);

/** Returns the page of a list with the filters and in the order of its query. */
export const listPage =
  <Row extends Numbered>(spec: ListSpec<Row>) =>
  async (pageContext: PageContext): Promise<PageContent> => {
    const { filters = [], orders = [], table } = spec;
    const { query, url } = pageContext;
    const ofOrders = orders.length > 0 ? [orderField(orders)] : [];
    const fields = [...filters.flatMap((filter) => filter.fields), ...ofOrders];
    const list = { pathname: url.pathname, filters: filtersIn(url, fields) };
    const { values, problems: misread } = readQueryValues(query, fields);
    const matches: FilterMatch[] = [];
    for (const { match } of filters) {
      if (match) matches.push(await match(values, pageContext, list));
    }
    const problems = [...misread, ...matches.flatMap(({ problem }) => problem ?? [])];
    const order = orders.find(({ name }) => name === (values['sort'] ?? ''));
    const filter = {
      sides: matches.find(({ sides }) => sides)?.sides,
      conditions: matches.flatMap(({ conditions = [] }) => conditions),
    };
    const page = await readPage(
      query,
      async (range) => (problems.length > 0 ? [] : spec.read(pageContext, range, filter)),
      { ...(order && { order }), size: spec.pageSize },
    );
    const shown = [...filters.flatMap((it) => (it.isLinked ? [] : it.fields)), ...ofOrders];
    const withEmpty = ({ empty, ...others }: TableSpec<Row>) => ({
      ...others,
      empty: (list.filters.size > 0 && spec.emptyFiltered) || empty,
    });
    return {
      title: `${spec.title}${matches.map(({ title = '' }) => title).join('')}`,
      body: html`${await spec.above?.(pageContext, list)} ${fields.length > 0 ? filterForm(list, shown, problems) : ''}
        ${await spec.below?.(pageContext, page.order)}
        ${typeof table === 'function' ? table(page.rows) : await recordTable(pageContext, withEmpty(table), page.rows, tableOrder(list, page.order, orders))} ${pager(list, page)}`,
    };
  };

const orderField = (orders: readonly NamedOrder[]): FilterField => ({
  ...{ name: 'sort', label: 'Sort', kind: 'choice' },
  choices: orders.map(({ name, text }) => [name, text]),
});

/** Returns the filters and the order of a URL, without its position. */
function filtersIn({ searchParams }: URL, fields: readonly FilterField[]): URLSearchParams {
  const isFilter = (name: string) => fields.some((field) => field.name === name);
  return new URLSearchParams(
    [...searchParams].filter(([name, value]) => isFilter(name) && value !== ''),
  );
}

/** Returns how the heads of columns order a list: by the column, or the other way around if it is already. */
const tableOrder = (
  list: ListUrl,
  order: ListOrder,
  orders: readonly NamedOrder[],
): TableOrder => ({
  order,
  hrefOf(column) {
    const isSorted = order.column === column;
    const next = orders.find(
      (it) => it.column === column && !(isSorted && it.direction === order.direction),
    );
    return next && hrefWith(list, { sort: next.name });
  },
});

/**
 * Returns the form with the problems of what was typed, and what the list is filtered by now. Filters that have no field
 * in the form stay as they are.
 */
function filterForm(
  { pathname, filters }: ListUrl,
  fields: readonly FilterField[],
  problems: readonly (Html | string)[],
): Html {
  const others = [...filters].filter(([name]) => !fields.some((field) => field.name === name));
  const active = fields.flatMap((field) => {
    const value = filters.get(field.name);
    return value === null ? [] : [textOf(field, value)];
  });
  const isOrdered = fields.some(({ name }) => name === 'sort');
  return html`${problems.length === 0 ? '' : html`<div class="trouble" role="alert">${problems.map((it) => html`<p>${it}</p>`)}</div>`}
    <details class="filter" id="filter"${problems.length === 0 ? '' : html` open`}>
      <summary>${isOrdered ? 'Filter and sort' : 'Filter'}${active.length === 0 ? '' : html`: <span class="active">${active.join(' · ')}</span>`}</summary>
      <form action="${pathname}" autocomplete="off">${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        ${fields.map((field) => fieldPart(field, filters.get(field.name) ?? ''))}
        <div><button class="primary">Apply</button></div>
      </form>
    </details>
    ${filters.size === 0 ? '' : html`<p class="clear"><a href="${pathname}">Clear all filters</a></p>`}`;
}

/** Returns a filter in words. The order of a list is its own. */
function textOf({ name, label, kind, choices }: FilterField, value: string): string {
  if (kind === 'tick') return label;
  const text = choices?.find(([it]) => it === value)?.[1] ?? value;
  return name === 'sort' ? text : `${label} ${text}`;
}

function fieldPart({ name, label, kind, placeholder, choices }: FilterField, value: string): Html {
  if (kind === 'tick') {
    return html`<label class="tick"><input type="checkbox" name="${name}" value="1"${value === '' ? '' : html` checked`}> ${label}</label>`;
  }
  const input =
    kind === 'choice'
      ? html`<select name="${name}">${choices?.map(([it, text]) => html`<option${it === text ? '' : html` value="${it}"`}${it === value ? html` selected` : ''}>${text}</option>`)}</select>`
      : html`<input name="${name}"${value === '' ? '' : html` value="${value}"`}${inputKind(kind)}${placeholder === undefined ? '' : html` placeholder="${placeholder}"`}>`;
  return html`<label>${label}${input}</label>`;
}

const inputKind = (kind: FilterField['kind']): Html | string =>
  kind === 'date' ? html` type="date"` : kind === 'amount' ? html` inputmode="decimal"` : '';
