import { type core, type Made, Schema } from './schema.ts';

/** Whether a value is all that a schema says; how a text is spelled counts only with `spelling`. */
const matchesSchema = (schema: Schema, value: unknown, spelling: boolean): boolean =>
  testOf(schema, spelling)(value);

type Test = (value: unknown) => boolean;

/** A schema is read once and made a test of: lists hold a million of its kind. */
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

/** What stands for nothing. */
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

/** The value without what is in it. */
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

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

/** A calendar takes the 29th of February of any year, and makes another day of it. */
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

/** The names, and the numbers of rows, that lead to a value within another. */
type Place = readonly string[];

/**
 * Where the first thing stands that is not there or of another kind than the schema says; undefined where all of it fits.
 * What nobody knew is allowed. How a text is spelled counts only with `spelling`.
 */
export const findMismatch = (
  schema: core.$ZodType,
  value: unknown,
  { spelling = false }: { readonly spelling?: boolean } = {},
): Place | undefined =>
  schema instanceof Schema && !matchesSchema(schema, value, spelling)
    ? placeIn(schema, value, spelling)
    : undefined;

/** The way to the first thing in a value that keeps it from fitting; none where it is the value itself. */
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
