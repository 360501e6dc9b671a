/** Rows that arrive in pages. */

/**
 * An async iterable of rows that arrive in pages. Reading page by page awaits once per page instead of once per row,
 * which matters for a list of a million rows.
 */
export class PagedRows<Row> implements AsyncIterable<Row> {
  readonly pages: AsyncIterable<readonly Row[]>;

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.pages = pages;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const page of this.pages) yield* page;
  }
}

/** Returns the rows page by page; rows that arrive singly are a page each. */
export const pagesOf = <Row>(rows: AsyncIterable<Row>): AsyncIterable<readonly Row[]> =>
  rows instanceof PagedRows ? rows.pages : oneByOne(rows);

/**
 * Passes every page of rows through a function, which may drop or replace rows. `atEnd` is called after the last page.
 */
export const eachPage = <Row, Result = Row>(
  rows: AsyncIterable<Row>,
  pass: (page: readonly Row[]) => readonly Result[],
  atEnd?: () => void,
): PagedRows<Result> => new PagedRows(passed(rows, pass, atEnd));

async function* oneByOne<Row>(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  for await (const row of rows) yield [row];
}

async function* passed<Row, Result>(
  rows: AsyncIterable<Row>,
  pass: (page: readonly Row[]) => readonly Result[],
  atEnd: (() => void) | undefined,
): AsyncGenerator<readonly Result[]> {
  for await (const page of pagesOf(rows)) yield pass(page);
  atEnd?.();
}
