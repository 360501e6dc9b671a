import type { z } from 'zod/mini';

type Schema = z.core.$ZodType;

/** The schema of what is there when something is: without `optional` and `nullable`. */
export function unwrap(schema: Schema): Schema {
  const { def } = schema._zod;
  return def.type === 'optional' || def.type === 'nullable'
    ? unwrap((def as z.core.$ZodOptionalDef).innerType)
    : schema;
}

/** The members of an object schema; empty for any other. */
export function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { def } = unwrap(schema)._zod;
  return def.type === 'object' ? (def as z.core.$ZodObjectDef).shape : {};
}

/** What a list is a list of; undefined for what is no list. */
export function elementOf(schema: Schema): Schema | undefined {
  const { def } = unwrap(schema)._zod;
  return def.type === 'array' ? (def as z.core.$ZodArrayDef).element : undefined;
}

/** The enums that a value may be a word of: itself, or one side of a union. */
export function enumsOf(schema: Schema): readonly Schema[] {
  const { def } = unwrap(schema)._zod;
  if (def.type === 'enum') return [unwrap(schema)];
  return def.type === 'union' ? (def as z.core.$ZodUnionDef).options.flatMap(enumsOf) : [];
}

/** The words of an enum, or of those in a union. */
export const wordsOf = (schema: Schema): readonly string[] =>
  enumsOf(schema).flatMap((it) =>
    Object.values((it._zod.def as z.core.$ZodEnumDef).entries).map(String),
  );
