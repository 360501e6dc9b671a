/** Access to the structure of schemas: `_zod.def`, which zod documents for libraries that read schemas. */

import type { z } from 'zod/mini';
import { isRecord } from '../../is-record.ts';
import { isMoney } from './field-types.ts';

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

/**
 * Returns a copy of a value in which every number that its schema marks as money is converted. Fields that the schema
 * does not name are kept unchanged.
 */
export function mapAmounts(
  schema: z.core.$ZodType,
  value: unknown,
  convert: (amount: number) => number,
): unknown {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) return value.map((it) => mapAmounts(element, it, convert));
  if (typeof value === 'number') return isMoney(unwrap(schema)) ? convert(value) : value;
  if (!isRecord(value)) return value;
  const shape = shapeOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, member ? mapAmounts(member, inner, convert) : inner];
    }),
  );
}

/** The field names and row numbers that lead to a field. */
export type FieldPath = readonly (string | number)[];

/** Returns the paths of fields that the schema does not name, at any depth. Loose objects accept any field. */
export function findUnknownFields(
  schema: z.core.$ZodType,
  value: unknown,
  above: FieldPath = [],
): readonly FieldPath[] {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) {
    return value.flatMap((row, index) => findUnknownFields(element, row, [...above, index]));
  }
  if (!dropsUnknownFields(schema) || !isRecord(value)) return [];
  const shape = new Map(Object.entries(shapeOf(schema)));
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = shape.get(name);
    const path = [...above, name];
    return known ? findUnknownFields(known, inner, path) : [path];
  });
}
