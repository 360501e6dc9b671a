/** Fields of records: the columns of tables, and the facts on a record's page. */

import { facts } from '../../facts.ts';
import { badge, emptyMark, money, time } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { linkTo, namesOf, type PageContext } from '../page-context.ts';
import type { ListOrder, OrderColumn } from './pagination.ts';

/** A field of a record. It is empty if its value is null or `''`. */
export interface RecordField<Row> {
  readonly label: string;
  /**
   * The layout of its cells: `figure` aligns right, `text` breaks anywhere; on a phone `name` is the title of the card
   * and `wide` is below its label.
   */
  readonly kind?: 'figure' | 'text' | 'name' | 'wide';
  /** The column that its head orders a list by. */
  readonly order?: OrderColumn;
  /** Returns the id of the business whose name its value has. */
  readonly named?: (row: Row) => string | null;
  readonly value: (row: Row, view: NamedContext) => Html | string | number | null;
}

export interface NamedContext extends PageContext {
  readonly nameOf: (id: string | null) => string;
}

/** A row that has a text, or a number, or null in a column. */
type WithText<Key extends string> = Readonly<Record<Key, string | null>>;
type WithNumber<Key extends string> = Readonly<Record<Key, number | null>>;

/** Fields by the kind of their values. Each takes its label and the column that it shows. */
export const field = {
  text: <Key extends string>(
    label: string,
    key: Key,
    kind?: 'text' | 'name',
  ): RecordField<WithText<Key>> => ({ label, ...(kind && { kind }), value: (row) => row[key] }),

  status: {
    label: 'Status',
    value: (row) => row.status && badge(row.status),
  } satisfies RecordField<WithText<'status'>>,

  /** An amount in cents. */
  amount: <Key extends string>(label: string, key: Key): RecordField<WithNumber<Key>> => ({
    ...{ label, kind: 'figure' },
    value: ({ [key]: cents }) => (cents === null ? null : money(cents)),
  }),

  moment: <Key extends string>(label: string, key: Key): RecordField<WithText<Key>> => ({
    label,
    value: ({ [key]: at }) => (at === null ? null : time(at)),
  }),

  /** The id of a record, which leads to its page. */
  link: <Key extends string>(
    label: string,
    key: Key,
    kind?: 'name',
  ): RecordField<WithText<Key>> => ({
    ...{ label, ...(kind && { kind }) },
    value: ({ [key]: id }, view) => (id === null ? null : linkTo(id, view)),
  }),

  /** The name of the record of a row, which leads to its page. */
  title: <Row extends { readonly id: string }>(
    label: string,
    nameOf: (row: Row) => string,
  ): RecordField<Row> => ({
    ...{ label, kind: 'name' },
    value: (row, view) => linkTo(row.id, view, nameOf(row)),
  }),

  /** The id of a business, which shows its name and leads to its page. */
  business: <Key extends string>(label: string, key: Key): RecordField<WithText<Key>> => ({
    ...{ label, kind: 'text' },
    named: (row) => row[key],
    value: ({ [key]: id }, view) => (id === null ? null : linkTo(id, view, view.nameOf(id))),
  }),
};

/** A table: its caption for screen readers, its columns, and the text without rows. */
export interface TableSpec<Row> {
  readonly caption: string;
  readonly fields: readonly RecordField<Row>[];
  readonly empty: Html | string;
}

/** The order of the rows of a table, and the page in another order. */
export interface TableOrder {
  readonly order: ListOrder;
  /** Returns the page in the order of a column; `undefined` if it has none. */
  readonly hrefOf: (column: OrderColumn) => string | undefined;
}

/**
 * Returns a table, or its text without rows.
 *
 * On a phone each row is a card; ARIA roles keep it a table for screen readers.
 */
export async function recordTable<Row>(
  pageContext: PageContext,
  { caption, fields, empty }: TableSpec<Row>,
  rows: readonly Row[],
  order?: TableOrder,
): Promise<Html> {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  const view = await namedContextOf(pageContext, fields, rows);
  return html`<table role="table" class="rows">
    <caption class="unseen">${caption}</caption>
    <thead role="rowgroup"><tr role="row">${fields.map((it) => headOf(it, order))}</tr></thead>
    <tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${fields.map((it) => cellOf(it, row, view))}</tr>`)}</tbody>
  </table>`;
}

export async function recordFacts<Row>(
  pageContext: PageContext,
  fields: readonly RecordField<Row>[],
  row: Row,
): Promise<Html> {
  const view = await namedContextOf(pageContext, fields, [row]);
  return facts(fields.map(({ label, value }) => [label, value(row, view)]));
}

/** Reads the names of the businesses that fields show. */
async function namedContextOf<Row>(
  pageContext: PageContext,
  fields: readonly RecordField<Row>[],
  rows: readonly Row[],
): Promise<NamedContext> {
  const ids = fields.flatMap(({ named }) => (named ? rows.map(named) : []));
  return { ...pageContext, nameOf: await namesOf(ids, pageContext) };
}

function headOf<Row>({ label, kind, order: column }: RecordField<Row>, list?: TableOrder): Html {
  const href = column && list?.hrefOf(column);
  const isSorted = href !== undefined && list?.order.column === column;
  const direction = list?.order.direction === 'asc' ? 'ascending' : 'descending';
  return html`<th role="columnheader" scope="col"${classOf(kind)}${isSorted ? html` aria-sort="${direction}"` : ''}>${
    href === undefined ? label : html`<a href="${href}">${label}</a>`
  }</th>`;
}

function cellOf<Row>({ label, kind, value }: RecordField<Row>, row: Row, view: NamedContext): Html {
  const content = value(row, view);
  return html`<td role="cell"${classOf(kind)} data-label="${label}">${content === null || content === '' ? emptyMark : content}</td>`;
}

const classOf = (kind: string | undefined) => (kind === undefined ? '' : html` class="${kind}"`);
