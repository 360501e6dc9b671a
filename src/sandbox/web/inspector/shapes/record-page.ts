/** The shape of a record: its status and id, and sections of facts, tables and whatever else belongs to it. */

import { badge } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { idText, type PageContent, type PageContext } from '../page-context.ts';
import { type RecordField, recordFacts, recordTable, type TableSpec } from './field.ts';

/** A record with what its page shows. */
export interface RecordSpec<Row> {
  /** @throws {ApiError} 404 if there is no such record */
  readonly read: (pageContext: PageContext) => Promise<Row> | Row;
  readonly title: (row: Row, pageContext: PageContext) => string | Promise<string>;
  /** Draws what is above the sections: by default the status and the id. */
  readonly lead?: (row: Row) => Html;
  readonly sections: readonly RecordSection<Row>[];
}

/** Draws a part of a record's page; `undefined` for none. */
export type RecordSection<Row> = (
  row: Row,
  pageContext: PageContext,
) => Html | undefined | Promise<Html | undefined>;

export const recordPage =
  <Row extends { readonly id: string; readonly status?: string }>({
    read,
    title,
    lead = leadOf,
    sections,
  }: RecordSpec<Row>) =>
  async (pageContext: PageContext): Promise<PageContent> => {
    const row = await read(pageContext);
    const parts: (Html | undefined)[] = [];
    for (const draw of sections) parts.push(await draw(row, pageContext));
    return { title: await title(row, pageContext), body: html`${lead(row)}${parts}` };
  };

/** Returns the line below the title: a badge, by default that of the status, and the id. */
export const leadOf = (
  { id, status }: { readonly id: string; readonly status?: string },
  mark: Html | string = status === undefined ? '' : badge(status),
): Html => html`<p class="lead">${mark} ${idText(id)}</p>`;

/** Returns a section below a heading; none if it draws nothing. */
export const pageSection =
  <Row>(heading: string, draw: RecordSection<Row>): RecordSection<Row> =>
  async (row, pageContext) => {
    const content = await draw(row, pageContext);
    return content && html`<h2>${heading}</h2>${content}`;
  };

/** Returns the section of the fields that are not empty. */
export const factsSection =
  <Row>(fields: readonly RecordField<NoInfer<Row>>[]): RecordSection<Row> =>
  (row, pageContext) =>
    recordFacts(pageContext, fields, row);

/** Returns the section of a table, below its caption or another heading. */
export const tableSection = <Row, Item>(
  table: TableSpec<Item>,
  read: (row: Row, pageContext: PageContext) => Promise<readonly Item[]> | readonly Item[],
  heading = table.caption,
): RecordSection<Row> =>
  pageSection(heading, async (row, pageContext) =>
    recordTable(pageContext, table, await read(row, pageContext)),
  );
