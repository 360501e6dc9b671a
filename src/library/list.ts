import { PagedRows } from '../paged-iterable.ts';
import type { List } from './client-options.ts';

/** Creates a list whose pages are requested by each iteration again. */
export function createList<Row>(open: () => AsyncIterable<readonly Row[]>): List<Row> {
  const rows = new PagedRows<Row>({ [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator]() });
  return {
    pages: rows.pages,
    [Symbol.asyncIterator]: () => rows[Symbol.asyncIterator](),
    toArray: async () => {
      const all: Row[] = [];
      for await (const page of rows.pages) all.push(...page);
      return all;
    },
  };
}
