/** Validation of values against schemas, without zod. */

import { isRecord } from '../../is-record.ts';
import { type core, type Made, Schema } from './schema.ts';

/** Reports whether `value` matches `schema`. Patterns and date formats are checked only if `spelling` is true. */
const matchesSchema = (schema: Schema, value: unknown, spelling: boolean): boolean =>
  testOf(schema, spelling)(value);

type Test = (value: unknown) => boolean;

/** The compiled tests of schemas. A schema is compiled once, since lists have up to a million rows. */
const tests = { exact: new WeakMap<Schema, Test>(), loose: new WeakMap<Schema, Test>() };

function testOf(schema: Schema, spelling: boolean): Test {
  const known = spelling ? tests.exact : tests.loose;
  const test = known.get(schema) ?? makeTest(schema, spelling);
  known.set(schema, test);
  return test;
}

function makeTest(schema: Schema, spelling: boolean): Test {
  const { type, innerType, options, element, shape } = schema._zod.def;
  const test = (it: Schema) => testOf(it, spelling);
  if (innerType) return orNothing(empty[type], test(innerType));
  if (options) return anyOf(options.map(test));
  const self = itself(schema, spelling);
  if (shape)
    return everyMember(
      self,
      Object.entries(shape).map(([name, it]) => ({ name, fits: test(it) })),
    );
  return element ? everyItem(self, test(element)) : self;
}

/** The values that optional and nullable schemas accept in addition. */
const empty: Readonly<Record<string, unknown>> = { optional: undefined, nullable: null };

const orNothing =
  (nothing: unknown, test: Test): Test =>
  (value) =>
    value === nothing || test(value);

const anyOf =
  (among: readonly Test[]): Test =>
  (value) =>
    among.some((test) => test(value));

interface Member {
  readonly name: string;
  readonly fits: Test;
}

const everyMember =
  (self: Test, members: readonly Member[]): Test =>
  (value) =>
    self(value) && isRecord(value) && members.every((it) => it.fits(value[it.name]));

const everyItem =
  (self: Test, test: Test): Test =>
  (value) =>
    self(value) && Array.isArray(value) && value.every(test);

/** Returns the test of a value without its fields or items. */
function itself({ made, checks, _zod: { def } }: Schema, spelling: boolean): Test {
  const parts = [
    kindOf(made, def),
    ...(spelling ? [spellings[made.by]] : []),
    ...checks.map(({ made: { by, given } }) => {
      const condition = by === 'regex' && !spelling ? undefined : conditions[by];
      return condition && ((value: unknown) => condition(value, given[0]));
    }),
  ].filter((it) => it !== undefined);
  const [only] = parts;
  return parts.length === 1 && only ? only : (value) => parts.every((test) => test(value));
}

function kindOf(made: Made, { entries, values, type }: Schema['_zod']['def']): Test | undefined {
  const words = entries ? Object.values(entries) : values;
  if (words) return (value) => words.includes(value);
  const isIt = kinds[made.by] ?? kinds[type];
  return isIt && ((value) => isIt(value, made));
}

const kinds: Readonly<Record<string, (value: unknown, made: Made) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  int: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
  custom: (value, { given: [isIt] }) => typeof isIt === 'function' && isIt(value) === true,
};

const spellings: Readonly<Record<string, Test>> = {
  'iso.date': (text) => /^\d{4}-\d{2}-\d{2}$/.test(String(text)) && isDay(String(text)),
  'iso.datetime': (text) => moment.test(String(text)) && isDay(String(text).slice(0, 10)),
};

const moment = /^[-\d]{10}T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Reports whether a date exists. `Date` would turn February 29 of any year into another day. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const conditions: Readonly<Record<string, (value: unknown, bound: unknown) => boolean>> = {
  regex: (value, pattern) => pattern instanceof RegExp && pattern.test(String(value)),
  minimum: (value, least) => Number(value) >= Number(least),
  maximum: (value, most) => Number(value) <= Number(most),
  positive: (value) => Number(value) > 0,
  minLength: (value, least) =>
    (Array.isArray(value) ? value : String(value)).length >= Number(least),
};

/** The field names and row numbers that lead to a nested value. */
type Place = readonly string[];

/**
 * Returns the path of the first field that is missing or has the wrong type, or `undefined` if `value` matches
 * `schema`.
 *
 * Unknown fields are allowed. Patterns and date formats are checked only if `spelling` is true.
 */
export const findMismatch = (
  schema: core.$ZodType,
  value: unknown,
  { spelling = false }: { readonly spelling?: boolean } = {},
): Place | undefined =>
  schema instanceof Schema && !matchesSchema(schema, value, spelling)
    ? placeIn(schema, value, spelling)
    : undefined;

/** Returns the path of the first mismatch; empty if it is the value itself. */
function placeIn({ _zod: { def } }: Schema, value: unknown, spelling: boolean): Place {
  const { innerType, shape = {}, element } = def;
  if (innerType) return placeIn(innerType, value, spelling);
  const parts = element && Array.isArray(value) ? rowsOf(element, value) : membersOf(shape, value);
  const wrong = parts.find(({ schema, of }) => !matchesSchema(schema, of, spelling));
  return wrong ? [wrong.name, ...placeIn(wrong.schema, wrong.of, spelling)] : [];
}

const rowsOf = (schema: Schema, rows: readonly unknown[]) =>
  rows.map((of, at) => ({ name: String(at), schema, of }));

const membersOf = (shape: Readonly<Record<string, Schema>>, value: unknown) =>
  isRecord(value)
    ? Object.entries(shape).map(([name, schema]) => ({ name, schema, of: value[name] }))
    : [];
