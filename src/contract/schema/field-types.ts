import * as z from './schema.ts';
import { mark, marksOf } from './schema.ts';

const ASSUMED = 'x-assumed';
const MONEY = 'x-money';
const ALSO = 'x-also';

/** Field types that several resources share. Anything used by one resource stays with it. */

/** Ids are opaque: never parsed, never `.` or `..`, always percent-encoded into a path. */
export const Id = z.string().check(z.regex(/^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/));

export type IsoDate = z.output<typeof IsoDate>;
/** A calendar date, `YYYY-MM-DD`: text from end to end, read in America/New_York. */
export const IsoDate = z.iso.date();

/** A moment, with any offset. */
export const IsoTimestamp = z.iso.datetime({ offset: true });

/**
 * A name or shape the specification leaves out, so it is ours until the real service says otherwise.
 * The OpenAPI document shows the reason next to the field as `x-assumed`.
 */
export function withAssumption<Schema extends z.ZodMiniType>(
  schema: Schema,
  because: string,
): Schema {
  const marked = schema.clone();
  mark(marked, { ...marksOf(schema), [ASSUMED]: because });
  return marked;
}

/** Why this name or shape is an assumption; `undefined` when the specification states it. */
export function assumptionOf(schema: z.core.$ZodType): string | undefined {
  const because = marksOf(schema)[ASSUMED];
  return typeof because === 'string' ? because : undefined;
}

/** A member that services of this kind may send under another name: an id as `payableId`, say. */
export function withAliases<Schema extends z.ZodMiniType>(
  schema: Schema,
  ...names: string[]
): Schema {
  const marked = schema.clone();
  mark(marked, { ...marksOf(schema), [ALSO]: names });
  return marked;
}

/** The other names of a member, best first. */
export function otherNamesOf(schema: z.core.$ZodType): readonly string[] {
  const names = marksOf(schema)[ALSO];
  return Array.isArray(names) ? names : [];
}

/** Money on the wire: a number of dollars. Inside the program it is integer cents. */
export const Dollars = z.number();
mark(Dollars, { [MONEY]: 'dollars' });

/** Whether a schema is `Dollars` (or an assumed copy of it): readers turn other spellings of money into a number there. */
export const isMoney = (schema: z.core.$ZodType): boolean => marksOf(schema)[MONEY] !== undefined;

/** A member that an answer may leave out or send as null. */
export const optionalNullable = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(z.nullable(schema));

/** An enum in an answer: known values are documented, unknown ones are read all the same. */
export const openEnum = <Known extends z.ZodMiniType>(known: Known) => z.union([known, z.string()]);

/** `limit` and `offset`, read from a query string. */
export const PagingQuery = {
  limit: z.optional(withAssumption(z.coerce.number<number>(), 'the spec names no paging fields')),
  offset: z.optional(withAssumption(z.coerce.number<number>(), 'the spec names no paging fields')),
};

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

export const BusinessPath = z.object({ businessId: Id });

/** A CSV file, passed through byte for byte. */
export const CsvFile = z.string();
