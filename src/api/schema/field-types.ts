/** Field types that several resources share. A type used by one resource is in that resource's file. */

import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';

/** Metadata of a schema beyond its structure, as shown in JSON Schema. */
interface Marks {
  /** The reason that a name or shape is an assumption. */
  readonly 'x-assumed'?: string;
  readonly 'x-money'?: 'dollars';
}

/** The marks of schemas. A copy of a schema has the marks of the original, too. */
export const marks = z.registry<Marks>();

/** The names under which services may send a field, in order of preference. */
const aliases = z.registry<{ readonly names: readonly string[] }>();

/** An opaque id: never parsed, never `.` or `..`, always percent-encoded into a path. */
export const Id = z
  .string()
  .check(
    z.regex(
      /^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/,
      'must be an id: 1 to 128 letters, digits or _ . : -',
    ),
  );

export type IsoDate = z.output<typeof IsoDate>;
/** A calendar date `YYYY-MM-DD`, kept as a string and read in Eastern Time (`America/New_York`). */
export const IsoDate = z.iso.date();

/** Returns the calendar date that a text of the service is or starts with; `undefined` without one, as in `2026-02-31`. */
export function dateIn(text: string | null | undefined): IsoDate | undefined {
  const [date] = /^\d{4}-\d\d-\d\d/.exec(text ?? '') ?? [];
  const moment = new Date(`${date}T00:00:00.000Z`);
  const isDate = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${date}T`);
  return isDate ? date : undefined;
}

/** A timestamp (ISO 8601) with any offset. */
export const IsoTimestamp = z.iso.datetime({ offset: true });

/**
 * Returns a copy of a schema whose name or shape is marked as an assumption: the specification leaves it out, so this
 * program chose it. The OpenAPI document shows the reason at the field as `x-assumed`.
 */
export function withAssumption<Schema extends z.ZodMiniType>(
  schema: Schema,
  because: string,
): Schema {
  const copy = schema.clone();
  marks.add(copy, { 'x-assumed': because });
  return copy;
}

/** Returns the reason that a name or shape is an assumption; `undefined` if the specification states it. */
export const assumptionOf = (schema: z.core.$ZodType): string | undefined =>
  marks.get(schema)?.['x-assumed'];

/** Returns a copy of a field's schema with names that services may send it under, such as `payableId` for an id. */
export function withAliases<Schema extends z.ZodMiniType>(
  schema: Schema,
  ...names: string[]
): Schema {
  const copy = schema.clone();
  aliases.add(copy, { names });
  return copy;
}

/** Returns the alternative names of a field, in order of preference. */
export const otherNamesOf = (schema: z.core.$ZodType): readonly string[] =>
  aliases.get(schema)?.names ?? [];

/** Money in requests and responses: a number of dollars. The program itself uses integer cents. */
export const Dollars = z.number().register(marks, { 'x-money': 'dollars' });

/** Reports whether a schema is `Dollars` or an assumed copy of it; other spellings of money are normalized there. */
export const isMoney = (schema: z.core.$ZodType): boolean =>
  marks.get(schema)?.['x-money'] !== undefined;

// Responses share these fields, so that a start creates fewer schemas.

/** A string that a response may omit or send as `null`. */
export const optionalText = z.nullish(z.string());

/** An id that a response may omit or send as `null`. */
export const optionalId = z.nullish(Id);

/** A timestamp that a response may omit or send as `null`. */
export const optionalTimestamp = z.nullish(IsoTimestamp);

/** An amount in dollars that a response may omit or send as `null`. */
export const optionalDollars = z.nullish(Dollars);

/** A number that a response may omit or send as `null`. */
export const optionalNumber = z.nullish(z.number());

/** A flag that a response may omit or send as `null`. */
export const optionalBoolean = z.nullish(z.boolean());

/** An enum in a response: known values are documented, unknown ones are accepted. */
export const openEnum = <Known extends z.ZodMiniType>(known: Known) => z.union([known, z.string()]);

/** Returns the query parameters `limit` and `offset`. */
export const pagingQuery = () => ({
  limit: z.optional(withAssumption(z.coerce.number<number>(), 'the spec names no paging fields')),
  offset: z.optional(withAssumption(z.coerce.number<number>(), 'the spec names no paging fields')),
});

export const pageSchemaOf = <Item extends z.ZodMiniType>(item: Item) =>
  withAssumption(
    z.looseObject({
      data: z.array(item),
      total: z.number(),
      limit: optionalNumber,
      offset: optionalNumber,
      hasMore: optionalBoolean,
    }),
    'the spec says "paginated list" and no more',
  );

/** A CSV file, passed through byte for byte. */
export const csvFile = memoize(() => z.string());
