/** Conditions of the inspector's lists. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LAST_CHARACTER } from '../search-text.ts';

/** The column that a list is ordered by. Rows of one value are ordered by `seq`. */
export type OrderColumn = 'seq' | 'cents' | 'due_date';

/** A condition on the rows of a list. */
export interface ListCondition {
  /** In the form that an index answers; `undefined` if there is no such index. */
  readonly indexed?: RawBuilder<SqlBool>;
  /** In a form that no index answers, so that the database reads rows by another condition. */
  readonly checked: RawBuilder<SqlBool>;
  /** The column by which its index has the rows in order. */
  readonly order?: OrderColumn;
}

/** A column or an expression of one, and how its values are compared. */
type Comparison = (value: RawBuilder<unknown>) => RawBuilder<SqlBool>;

/** Returns the condition that a column has a value. Its index has the rows of a value in the order of `seq`. */
export const equals = (column: string, value: string | number): ListCondition =>
  condition(sql.ref(column), (it) => sql`${it} = ${value}`, 'seq');

/** Returns the condition that a column has a value, for a column without an index. */
export const isValue = (column: string, value: string | number): ListCondition => ({
  checked: sql`${sql.ref(column)} = ${value}`,
});

/** Returns the condition that a column is another than a value, or null. */
export const differs = (column: string, value: string): ListCondition => ({
  checked: sql`coalesce(${sql.ref(column)}, '') <> ${value}`,
});

/** Returns the condition that a column is null. Its index has those rows in the order of `seq`. */
export const isNull = (column: string): ListCondition =>
  condition(sql.ref(column), (it) => sql`${it} is null`, 'seq');

/** Returns the condition that a column has a text that is not empty. */
export const hasText = (column: string): ListCondition =>
  condition(sql.ref(column), (it) => sql`${it} > ''`);

/**
 * Returns the condition that a column is within bounds, both included; none without a bound. Its index has the rows in
 * its own order.
 */
export function isBetween(
  column: Exclude<OrderColumn, 'seq'>,
  { from, to }: Bounds,
): readonly ListCondition[] {
  if (from === undefined && to === undefined) return [];
  const compare: Comparison = (it) =>
    from === undefined
      ? sql`${it} <= ${to}`
      : to === undefined
        ? sql`${it} >= ${from}`
        : sql`${it} between ${from} and ${to}`;
  return [condition(sql.ref(column), compare, column)];
}

/** The least and the greatest value of a range. */
interface Bounds {
  readonly from: string | number | undefined;
  readonly to: string | number | undefined;
}

/** Returns the condition that text begins with another; `text` is an indexed column or expression. */
export const beginsWith = (text: RawBuilder<unknown>, beginning: string): ListCondition =>
  condition(text, (it) => sql`${it} >= ${beginning} and ${it} < ${beginning + LAST_CHARACTER}`);

const condition = (
  column: RawBuilder<unknown>,
  compare: Comparison,
  order?: OrderColumn,
): ListCondition => ({
  indexed: compare(column),
  checked: compare(sql`coalesce(${column}, null)`),
  ...(order && { order }),
});
