/** Detection of fields that a schema does not name. */

import type { z } from 'zod/mini';
import { isRecord } from '../../is-record.ts';
import { dropsUnknownFields, elementOf, shapeOf } from './schema-introspection.ts';

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
