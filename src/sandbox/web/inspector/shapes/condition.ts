/** Conditions on the rows of lists. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LAST_CHARACTER } from '../search-text.ts';
import type { OrderColumn } from './pagination.ts';

export interface ListCondition {
  /** In the form that an index answers; `undefined` if there is no such index. */
  readonly indexed?: RawBuilder<SqlBool>;
  /** In a form that no index answers, so that the database reads rows by another condition. */
  readonly checked: RawBuilder<SqlBool>;
  /** The column by which its index has the rows in order. */
  readonly order?: OrderColumn;
}

/** Returns a condition on a column, or an expression of one, that has an index. */
const indexedCondition = (
  column: RawBuilder<unknown>,
  compare: (value: RawBuilder<unknown>) => RawBuilder<SqlBool>,
  order?: OrderColumn,
): ListCondition => ({
  indexed: compare(column),
  checked: compare(sql`coalesce(${column}, null)`),
  ...(order && { order }),
});

/** Returns the condition that a column has a value. Its index has the rows of a value in the order of `seq`. */
export const equals = (column: string, value: string | number): ListCondition =>
  indexedCondition(sql.ref(column), (it) => sql`${it} = ${value}`, 'seq');

/** Returns the condition that a column has a value, for a column without an index. */
export const isValue = (column: string, value: string | number): ListCondition => ({
  checked: sql`${sql.ref(column)} = ${value}`,
});

/** Returns the condition that a column is null. Its index has those rows in the order of `seq`. */
export const isNull = (column: string): ListCondition =>
  indexedCondition(sql.ref(column), (it) => sql`${it} is null`, 'seq');

export const hasText = (column: string): ListCondition =>
  indexedCondition(sql.ref(column), (it) => sql`${it} > ''`);

/** Returns the condition that text begins with another; `text` is an indexed column or expression. */
export const beginsWith = (text: RawBuilder<unknown>, beginning: string): ListCondition =>
  indexedCondition(
    text,
    (it) => sql`${it} >= ${beginning} and ${it} < ${beginning + LAST_CHARACTER}`,
  );

/**
 * Returns the condition that a column is within bounds, both included; none without a bound. Its index has the rows in
 * its own order.
 */
export function isBetween(
  column: Exclude<OrderColumn, 'seq'>,
  from: string | number | undefined,
  to: string | number | undefined,
): readonly ListCondition[] {
  if (from === undefined && to === undefined) return [];
  const compare = (it: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    from === undefined
      ? sql`${it} <= ${to}`
      : to === undefined
        ? sql`${it} >= ${from}`
        : sql`${it} between ${from} and ${to}`;
  return [indexedCondition(sql.ref(column), compare, column)];
}

/** Returns the conditions of the sides of a business. A payable that it owes to itself is on its payee's side only. */
export function sidesOf(id: string, side?: string | number): readonly (readonly ListCondition[])[] {
  const [payer, payee] = [equals('payer_id', id), equals('payee_id', id)];
  if (side === 'payer') return [[payer]];
  const isOther: ListCondition = { checked: sql`coalesce(payee_id, '') <> ${id}` };
  return side === 'payee' ? [[payee]] : [[payer, isOther], [payee]];
}
