import { eachPage } from '../paged-iterable.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Filters the rows of a list by the value of one field, for lists that the service cannot filter. Returns all rows if
 * `wanted` is `undefined`.
 */
export const filterRecords = (
  rows: AsyncIterable<Row>,
  member: string,
  wanted: string | undefined,
): AsyncIterable<Row> =>
  wanted === undefined
    ? rows
    : eachPage(rows, (page) => page.filter((row) => row[member] === wanted));
