/** Access to the structure of schemas: `_zod.def`, which zod documents for libraries that read schemas. */

import type { z } from 'zod/mini';

type Schema = z.core.$ZodType;

/** Returns the definition of a schema, which a schema and its marked copies share. */
export const definitionOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** Returns a schema without `optional` and `nullable`. */
export function unwrap(schema: Schema): Schema {
  const def = definitionOf(schema);
  return def.type === 'optional' || def.type === 'nullable' ? unwrap(def.innerType) : schema;
}

/** Returns the fields of an object schema; empty for any other. */
export function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const def = definitionOf(unwrap(schema));
  return def.type === 'object' ? def.shape : {};
}

/** Returns the item schema of a list; `undefined` for any other schema. */
export function elementOf(schema: Schema): Schema | undefined {
  const def = definitionOf(unwrap(schema));
  return def.type === 'array' ? def.element : undefined;
}

/** Reports whether a schema is an object that drops unknown fields; other objects pass them on, or refuse them. */
export function dropsUnknownFields(schema: Schema): boolean {
  const def = definitionOf(unwrap(schema));
  return def.type === 'object' && def.catchall === undefined;
}

/** Returns the enums that a value may belong to: the schema itself, or options of a union. */
export function enumsOf(schema: Schema): readonly Schema[] {
  const def = definitionOf(unwrap(schema));
  if (def.type === 'enum') return [unwrap(schema)];
  return def.type === 'union' ? def.options.flatMap(enumsOf) : [];
}

/** Returns the values of an enum, or of the enums in a union. */
export const wordsOf = (schema: Schema): readonly string[] =>
  enumsOf(schema).flatMap((it) => {
    const def = definitionOf(it);
    return def.type === 'enum' ? Object.values(def.entries).map(String) : [];
  });
