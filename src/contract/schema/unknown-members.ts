import { isRecord } from './matches-schema.ts';
import { type core, Schema } from './schema.ts';
import { elementOf, shapeOf, unwrap } from './schema-introspection.ts';

/** The names, and the numbers of rows, that lead to a member. */
export type FieldPath = readonly (string | number)[];

/** Paths to the members of a value that its schema does not name, at any depth. What a loose object holds is known. */
export function findUnknownFields(
  schema: core.$ZodType,
  value: unknown,
  above: FieldPath = [],
): readonly FieldPath[] {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) {
    return value.flatMap((row, index) => findUnknownFields(element, row, [...above, index]));
  }
  if (!isPlainObject(schema) || !isRecord(value)) return [];
  const shape = new Map(Object.entries(shapeOf(schema)));
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = shape.get(name);
    const path = [...above, name];
    return known ? findUnknownFields(known, inner, path) : [path];
  });
}

function isPlainObject(schema: core.$ZodType): boolean {
  const inner: unknown = unwrap(schema);
  return inner instanceof Schema && inner.made.by === 'object';
}
