/** The lists of money in the inspector, payables and payments: filtered by a business among others, and ordered. */

import type { Row } from '../../../database/tables.ts';
import type { Html } from '../../html.ts';
import type { PageContext } from '../page-context.ts';
import { type ListOrder, type Numbered, type Page, readSortedPage } from '../pagination.ts';
import { readBusinessFilter } from './business-filter.ts';
import type { ListCondition } from './condition.ts';
import { createQueryValues, type QueryValues } from './query-values.ts';
import { readRows } from './read-rows.ts';
import { type NamedOrder, readOrder } from './sort.ts';

/** Orders of a list, its conditions other than the business, and the rows of a page if they are not the usual number. */
interface MoneyListOptions {
  readonly orders: readonly NamedOrder[];
  readonly conditionsIn: (values: QueryValues) => readonly ListCondition[];
  readonly pageSize?: number;
}

/** A page of a list. It has no rows if there are problems. */
interface MoneyList<Item> {
  /** The business that it is limited to; null for all. */
  readonly businessId: string | null;
  readonly order: ListOrder;
  readonly page: Page<Item>;
  /** Sentences about values of the query that were not understood. */
  readonly problems: readonly (string | Html)[];
}

/** Returns the page of payables or payments that a query asks for. */
export async function readMoneyList<Table extends 'payables' | 'payments'>(
  pageContext: PageContext,
  table: Table,
  { orders, conditionsIn, pageSize }: MoneyListOptions,
): Promise<MoneyList<Row<Table>>> {
  const { db, query } = pageContext;
  const values = createQueryValues(query);
  const business = await readBusinessFilter(pageContext, values);
  const filter = {
    ...(business.sides && { sides: business.sides }),
    conditions: conditionsIn(values),
  };
  const order = readOrder(values, orders);
  const problems = [...values.problems, ...(business.problem ? [business.problem] : [])];
  const page = await readSortedPage<Row<Table> & Numbered>(
    query,
    order,
    async (range) => (problems.length > 0 ? [] : readRows(db, table, filter, range)),
    pageSize,
  );
  return { businessId: business.id, order, page, problems };
}
