import * as z from 'zod/mini';
import { isRecord } from '../../is-record.ts';
import { definitionOf, elementOf, shapeOf } from './schema-introspection.ts';

type Schema = z.core.$ZodType;

/**
 * Returns the path of the first field that is missing or has the wrong type, or `undefined` if `value` matches
 * `schema`; the path is empty if the mismatch is the value itself.
 *
 * Unknown fields are allowed. Patterns and date formats are checked only if `spelling` is true.
 */
export function findMismatch(
  schema: Schema,
  value: unknown,
  { spelling = false }: { readonly spelling?: boolean } = {},
): readonly string[] | undefined {
  const expected = spelling ? schema : withoutFormats(schema);
  return z.validate(expected, value) ? undefined : mismatchIn(expected, value);
}

// `validate` stops at the first issue. `parse` would report those of every row, and a response may have millions.
function mismatchIn(schema: Schema, value: unknown): readonly string[] {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) {
    const row = value.findIndex((it) => !z.validate(element, it));
    return row === -1 ? [] : [String(row), ...mismatchIn(element, value[row])];
  }
  if (!isRecord(value)) return [];
  const members = Object.entries(shapeOf(schema));
  const [name, member] = members.find(([it, of]) => !z.validate(of, value[it])) ?? [];
  return name === undefined || !member ? [] : [name, ...mismatchIn(member, value[name])];
}

/** The copies of schemas without formats. */
const copies = new WeakMap<Schema, Schema>();

/**
 * Returns a copy of a schema that accepts any string where the schema has a pattern or a date format, or the schema
 * itself if it has none.
 */
export function withoutFormats(schema: Schema): Schema {
  const known = copies.get(schema);
  if (known) return known;
  const copy = copyWithoutFormats(schema);
  copies.set(schema, copy);
  return copy;
}

/** Reports whether `findMismatch` uses another schema than this one. */
const hasFormats = (schema: Schema): boolean => withoutFormats(schema) !== schema;

/** Makes `findMismatch` use `faster`, which accepts the same values, instead of the copy without formats. */
export const replaceCopy = (schema: Schema, faster: Schema): void => {
  copies.set(schema, faster);
};

const text = z.string();

function copyWithoutFormats(schema: Schema): Schema {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'string':
      return 'format' in def || def.checks?.length ? text : schema;
    case 'optional':
      return hasFormats(def.innerType) ? z.optional(withoutFormats(def.innerType)) : schema;
    case 'nullable':
      return hasFormats(def.innerType) ? z.nullable(withoutFormats(def.innerType)) : schema;
    case 'array':
      return hasFormats(def.element) ? z.array(withoutFormats(def.element)) : schema;
    case 'union':
      return def.options.some(hasFormats) ? z.union(def.options.map(withoutFormats)) : schema;
    case 'object': {
      const members = Object.entries(def.shape).map(([name, it]) => [name, withoutFormats(it)]);
      return z.object(Object.fromEntries(members));
    }
    default:
      return schema;
  }
}
