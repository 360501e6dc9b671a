import { type core, type Made, Schema } from './schema.ts';

/** The names, and the numbers of rows, that lead to a value within another. */
type Place = readonly string[];

/**
 * Where the first thing stands that is not there or of another kind than the schema says; undefined where all of it fits.
 * What nobody knew is allowed. How a text is spelled counts only with `spelling`.
 */
export const misfitIn = (
  schema: core.$ZodType,
  value: unknown,
  { spelling = false }: { readonly spelling?: boolean } = {},
): Place | undefined => (schema instanceof Schema ? misfit(schema, value, spelling) : undefined);

/** The value itself. */
const itself: Place = [];

function misfit(schema: Schema, value: unknown, spelling: boolean): Place | undefined {
  const { type, innerType, options } = schema._zod.def;
  if (innerType) return value === empty[type] ? undefined : misfit(innerType, value, spelling);
  if (options) return options.some((it) => !misfit(it, value, spelling)) ? undefined : itself;
  if (!isOfKind(schema, value) || !meets(schema, value, spelling)) return itself;
  return misfitInside(schema, value, spelling);
}

/** What stands for nothing. */
const empty: Readonly<Record<string, unknown>> = { optional: undefined, nullable: null };

function isOfKind({ made, _zod: { def } }: Schema, value: unknown): boolean {
  if (def.entries) return Object.values(def.entries).includes(value);
  if (def.values) return def.values.includes(value);
  const isIt = kinds[made.by] ?? kinds[def.type];
  return isIt === undefined || isIt(value, made);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
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

function meets({ made, checks }: Schema, value: unknown, spelling: boolean): boolean {
  const isSpelled = !spelling || (spellings[made.by]?.(String(value)) ?? true);
  return (
    isSpelled &&
    checks.every(({ made: { by, given } }) => {
      if (by === 'regex' && !spelling) return true;
      return conditions[by]?.(value, given[0]) ?? true;
    })
  );
}

const spellings: Readonly<Record<string, (text: string) => boolean>> = {
  'iso.date': (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text),
  'iso.datetime': (text) => moment.test(text) && isDay(text.slice(0, 10)),
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

function misfitInside({ _zod: { def } }: Schema, value: unknown, spelling: boolean) {
  const { shape, element } = def;
  if (shape && isRecord(value)) {
    return first(Object.keys(shape), (name) => misfitAt(name, shape[name], value[name], spelling));
  }
  return element && Array.isArray(value)
    ? first(value.keys(), (at) => misfitAt(String(at), element, value[at], spelling))
    : undefined;
}

/** Most values fit, and for those no place is written down. */
function misfitAt(
  name: string,
  schema: Schema | undefined,
  value: unknown,
  spelling: boolean,
): Place | undefined {
  const found = schema && misfit(schema, value, spelling);
  return found && [name, ...found];
}

function first<Key>(keys: Iterable<Key>, look: (key: Key) => Place | undefined): Place | undefined {
  for (const key of keys) {
    const found = look(key);
    if (found) return found;
  }
  return undefined;
}
