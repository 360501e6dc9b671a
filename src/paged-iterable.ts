/**
 * Rows that come in pages. Whoever reads them one by one need not know; whoever reads page by page waits once a page
 * instead of once a row, which is what a list of a million rows is made of.
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

/** Rows page by page; those that come one by one are a page each. */
export const pagesOf = <Row>(rows: AsyncIterable<Row>): AsyncIterable<readonly Row[]> =>
  rows instanceof PagedRows ? rows.pages : oneByOne(rows);

/** The same rows after every page of them went through a function, which may leave some out. */
export const eachPage = <Row>(
  rows: AsyncIterable<Row>,
  pass: (page: readonly Row[]) => readonly Row[],
  atEnd?: () => void,
): PagedRows<Row> => new PagedRows(passed(rows, pass, atEnd));

async function* oneByOne<Row>(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  for await (const row of rows) yield [row];
}

async function* passed<Row>(
  rows: AsyncIterable<Row>,
  pass: (page: readonly Row[]) => readonly Row[],
  atEnd: (() => void) | undefined,
): AsyncGenerator<readonly Row[]> {
  for await (const page of pagesOf(rows)) yield pass(page);
  atEnd?.();
}
