import { type Html, html } from './html.ts';

export interface TableColumn<Row> {
  readonly label: string;
  /** How its cells are set: figures to the right; text broken where it has to be; on a phone, the row's name above all, what is wide below its label. */
  readonly kind?: 'figure' | 'text' | 'name' | 'wide';
  readonly cell: (row: Row) => Html | string | number;
}

/** A table; on a phone each row is a card. The roles keep it a table for who listens to it. */
export function table<Row>(
  caption: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  whenEmpty: string,
): Html {
  if (rows.length === 0) return html`<p class="empty">${whenEmpty}</p>`;
  return html`<table role="table" class="rows">
    <caption class="unseen">${caption}</caption>
    <thead role="rowgroup"><tr role="row">${columns.map(headOf)}</tr></thead>
    <tbody role="rowgroup">${rows.map((row) => rowOf(row, columns))}</tbody>
  </table>`;
}

/** Names and what they stand for; what is null or empty has nothing to say. */
export const facts = (entries: readonly (readonly [string, Html | string | null])[]): Html =>
  html`<dl class="facts">${entries
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

const headOf = <Row>({ label, kind }: TableColumn<Row>) =>
  html`<th role="columnheader" scope="col" class="${kind}">${label}</th>`;

const rowOf = <Row>(row: Row, columns: readonly TableColumn<Row>[]) =>
  html`<tr role="row">${columns.map(
    ({ label, kind, cell }) =>
      html`<td role="cell" class="${kind}" data-label="${label}">${cell(row)}</td>`,
  )}</tr>`;
