/** The orders of the inspector's lists: a choice of the form, and links at the heads of columns. */

import type { TableColumn } from '../../html-table.ts';
import { hrefWith, type ListOrder } from '../pagination.ts';
import type { OrderColumn } from './condition.ts';
import type { FilterField } from './filter-form.ts';
import type { QueryValues } from './query-values.ts';

/** An order by its name in the query and in words. */
export interface NamedOrder extends ListOrder {
  readonly name: string;
  readonly text: string;
}

/** Orders that every list of money has. The first is that of a query without one. */
const moneyOrders: readonly NamedOrder[] = [
  { name: '', text: 'Newest first', column: 'seq', direction: 'desc' },
  { name: 'oldest', text: 'Oldest first', column: 'seq', direction: 'asc' },
  { name: 'largest', text: 'Largest first', column: 'cents', direction: 'desc' },
  { name: 'smallest', text: 'Smallest first', column: 'cents', direction: 'asc' },
];

/** The orders of payments. */
export const paymentOrders = moneyOrders;

/** The orders of payables. */
export const payableOrders: readonly NamedOrder[] = [
  ...moneyOrders,
  { name: 'due', text: 'Due soonest first', column: 'due_date', direction: 'asc' },
  { name: 'due-last', text: 'Due latest first', column: 'due_date', direction: 'desc' },
];

/** Returns the field of the orders. */
export const sortField = (orders: readonly NamedOrder[]): FilterField => ({
  ...{ name: 'sort', label: 'Sort', kind: 'choice' },
  choices: orders.map(({ name, text }) => [name, text]),
});

/** Returns the order in a query. */
export function readOrder(values: QueryValues, orders: readonly NamedOrder[]): ListOrder {
  const name = values.choice(
    'sort',
    orders.map((it) => it.name).filter((it) => it !== ''),
  );
  return orders.find((it) => it.name === (name ?? '')) as NamedOrder;
}

/** Returns columns with links at the heads of those that a list can be ordered by, by their labels. */
export const withHeadSorts = <Row>(
  columns: readonly TableColumn<Row>[],
  list: SortedList | undefined,
  orderOf: Readonly<Record<string, OrderColumn>>,
): readonly TableColumn<Row>[] =>
  columns.map((column) => {
    const order = orderOf[column.label];
    return list && order ? { ...column, sort: headSort(order, list) } : column;
  });

/** Returns how the head of a column orders the list: by the column, or the other way around if it does already. */
function headSort(
  column: OrderColumn,
  { url, order, orders }: SortedList,
): TableColumn<unknown>['sort'] {
  const isSorted = order.column === column;
  const next = orders.find(
    (it) => it.column === column && !(isSorted && it.direction === order.direction),
  );
  return {
    href: next?.name ? hrefWith(url, { sort: next.name }) : hrefWith(url, {}, ['sort']),
    ...(isSorted && { direction: order.direction === 'asc' ? 'ascending' : 'descending' }),
  };
}

/** A list with its order, and the orders that it can have. */
export interface SortedList {
  readonly url: URL;
  readonly order: ListOrder;
  readonly orders: readonly NamedOrder[];
}
