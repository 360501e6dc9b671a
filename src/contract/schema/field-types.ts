/** Field types that several resources share. A type used by one resource is in that resource's file. */

import * as z from './schema.ts';
import { mark, marksOf } from './schema.ts';

const ASSUMED = 'x-assumed';
const MONEY = 'x-money';
const ALSO = 'x-also';

/** An opaque id: never parsed, never `.` or `..`, always percent-encoded into a path. */
export const Id = z.string().check(z.regex(/^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/));

export type IsoDate = z.output<typeof IsoDate>;
/** A calendar date `YYYY-MM-DD`, kept as a string and read in Eastern Time (`America/New_York`). */
export const IsoDate = z.iso.date();

/** A timestamp (ISO 8601) with any offset. */
export const IsoTimestamp = z.iso.datetime({ offset: true });

/**
 * Marks a name or shape as an assumption: the specification leaves it out, so this program chose it. The OpenAPI
 * document shows the reason at the field as `x-assumed`.
 */
export function withAssumption<Schema extends z.ZodMiniType>(
  schema: Schema,
  because: string,
): Schema {
  const marked = schema.clone();
  mark(marked, { ...marksOf(schema), [ASSUMED]: because });
  return marked;
}

/** Returns the reason that a name or shape is an assumption; `undefined` if the specification states it. */
export function assumptionOf(schema: z.core.$ZodType): string | undefined {
  const because = marksOf(schema)[ASSUMED];
  return typeof because === 'string' ? because : undefined;
}

/** Marks a field with names that services may send it under, such as `payableId` for an id. */
export function withAliases<Schema extends z.ZodMiniType>(
  schema: Schema,
  ...names: string[]
): Schema {
  const marked = schema.clone();
  mark(marked, { ...marksOf(schema), [ALSO]: names });
  return marked;
}

/** Returns the alternative names of a field, in order of preference. */
export function otherNamesOf(schema: z.core.$ZodType): readonly string[] {
  const names = marksOf(schema)[ALSO];
  return Array.isArray(names) ? names : [];
}

/** Money in requests and responses: a number of dollars. The program itself uses integer cents. */
export const Dollars = z.number();
mark(Dollars, { [MONEY]: 'dollars' });

/** Reports whether a schema is `Dollars` or an assumed copy of it; other spellings of money are normalized there. */
export const isMoney = (schema: z.core.$ZodType): boolean => marksOf(schema)[MONEY] !== undefined;

/** A field that a response may omit or send as `null`. */
export const optionalNullable = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(z.nullable(schema));

/** An enum in a response: known values are documented, unknown ones are accepted. */
export const openEnum = <Known extends z.ZodMiniType>(known: Known) => z.union([known, z.string()]);

/** The query parameters `limit` and `offset`. */
export const PagingQuery = {
  limit: z.optional(withAssumption(z.coerce.number<number>(), 'the spec names no paging fields')),
  offset: z.optional(withAssumption(z.coerce.number<number>(), 'the spec names no paging fields')),
};

/** A page of a list. */
export const pageSchemaOf = <Item extends z.ZodMiniType>(item: Item) =>
  withAssumption(
    z.looseObject({
      data: z.array(item),
      total: z.number(),
      limit: optionalNullable(z.number()),
      offset: optionalNullable(z.number()),
      hasMore: optionalNullable(z.boolean()),
    }),
    'the spec says "paginated list" and no more',
  );

/** The path parameters of operations on one business. */
export const BusinessPath = z.object({ businessId: Id });

/** A CSV file, passed through byte for byte. */
export const CsvFile = z.string();
