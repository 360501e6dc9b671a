import { eachPage } from '../paged-iterable.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of a list whose member is as asked, where the service itself cannot filter. No wish keeps them all. */
export const filterRecords = (
  rows: AsyncIterable<Row>,
  member: string,
  wanted: string | undefined,
): AsyncIterable<Row> =>
  wanted === undefined
    ? rows
    : eachPage(rows, (page) => page.filter((row) => row[member] === wanted));
