import { isRecord } from './matches-schema.ts';
import { type core, Schema } from './schema.ts';
import { elementOf, shapeOf, unwrap } from './schema-introspection.ts';

/** The names, and the numbers of rows, that lead to a member. */
export type MemberPath = readonly (string | number)[];

/** Paths to the members of a value that its schema does not name, at any depth. What a loose object holds is known. */
export function unknownMembersIn(
  schema: core.$ZodType,
  value: unknown,
  above: MemberPath = [],
): readonly MemberPath[] {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) {
    return value.flatMap((row, index) => unknownMembersIn(element, row, [...above, index]));
  }
  if (!isPlainObject(schema) || !isRecord(value)) return [];
  const shape = new Map(Object.entries(shapeOf(schema)));
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = shape.get(name);
    const path = [...above, name];
    return known ? unknownMembersIn(known, inner, path) : [path];
  });
}

function isPlainObject(schema: core.$ZodType): boolean {
  const inner: unknown = unwrap(schema);
  return inner instanceof Schema && inner.made.by === 'object';
}
