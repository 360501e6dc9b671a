/** Access to the structure of schemas. */

import type { z } from 'zod/mini';

type Schema = z.core.$ZodType;

/** Returns a schema without `optional` and `nullable`. */
export function unwrap(schema: Schema): Schema {
  const { def } = schema._zod;
  return def.type === 'optional' || def.type === 'nullable'
    ? unwrap((def as z.core.$ZodOptionalDef).innerType)
    : schema;
}

/** Returns the fields of an object schema; empty for any other. */
export function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { def } = unwrap(schema)._zod;
  return def.type === 'object' ? (def as z.core.$ZodObjectDef).shape : {};
}

/** Returns the item schema of a list; `undefined` for any other schema. */
export function elementOf(schema: Schema): Schema | undefined {
  const { def } = unwrap(schema)._zod;
  return def.type === 'array' ? (def as z.core.$ZodArrayDef).element : undefined;
}

/** Returns the enums that a value may belong to: the schema itself, or options of a union. */
export function enumsOf(schema: Schema): readonly Schema[] {
  const { def } = unwrap(schema)._zod;
  if (def.type === 'enum') return [unwrap(schema)];
  return def.type === 'union' ? (def as z.core.$ZodUnionDef).options.flatMap(enumsOf) : [];
}

/** Returns the values of an enum, or of the enums in a union. */
export const wordsOf = (schema: Schema): readonly string[] =>
  enumsOf(schema).flatMap((it) =>
    Object.values((it._zod.def as z.core.$ZodEnumDef).entries).map(String),
  );
