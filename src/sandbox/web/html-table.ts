/** Tables and lists of facts on pages. */

import { type Html, html } from './html.ts';

/** A column of a table. */
export interface TableColumn<Row> {
  readonly label: string;
  /**
   * The layout of its cells: `figure` aligns right, `text` breaks anywhere; on a phone `name` is the title of the card
   * and `wide` is below its label.
   */
  readonly kind?: 'figure' | 'text' | 'name' | 'wide';
  readonly cell: (row: Row) => Html | string | number;
  /** The page in the order of this column, and the direction if it is in this order now. */
  readonly sort?:
    | { readonly href: string; readonly direction?: 'ascending' | 'descending' }
    | undefined;
}

/**
 * Returns a table, or `emptyText` without rows.
 *
 * On a phone each row is a card; ARIA roles keep it a table for screen readers.
 */
export function table<Row>(
  caption: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  emptyText: string,
): Html {
  if (rows.length === 0) return html`<p class="empty">${emptyText}</p>`;
  return html`<table role="table" class="rows">
    <caption class="unseen">${caption}</caption>
    <thead role="rowgroup"><tr role="row">${columns.map(headOf)}</tr></thead>
    <tbody role="rowgroup">${rows.map((row) => rowOf(row, columns))}</tbody>
  </table>`;
}

/** Returns a list of names and values, without those that are null or empty. */
export const facts = (entries: readonly (readonly [string, Html | string | null])[]): Html =>
  html`<dl class="facts">${entries
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

const headOf = <Row>({ label, kind, sort }: TableColumn<Row>) =>
  html`<th role="columnheader" scope="col"${classOf(kind)}${sort?.direction ? html` aria-sort="${sort.direction}"` : ''}>${
    sort ? html`<a href="${sort.href}">${label}</a>` : label
  }</th>`;

const rowOf = <Row>(row: Row, columns: readonly TableColumn<Row>[]) =>
  html`<tr role="row">${columns.map(
    ({ label, kind, cell }) =>
      html`<td role="cell"${classOf(kind)} data-label="${label}">${cell(row)}</td>`,
  )}</tr>`;

const classOf = (kind: string | undefined) => (kind === undefined ? '' : html` class="${kind}"`);
