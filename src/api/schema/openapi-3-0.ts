/** The OpenAPI document in version 3.0, for tools that do not read 3.1. */

import { isRecord } from '../../is-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** Returns an OpenAPI 3.1 document as one of version 3.0.3: each schema in the dialect of that version. */
export const toOpenApi30 = (document: Json): Json => ({
  ...(withSchemas(document) as Json),
  openapi: '3.0.3',
});

/** Converts the schemas below a part of a document. */
function withSchemas(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withSchemas);
  if (!isRecord(part)) return part;
  return mapMembers(part, (value, name) => {
    if (name === 'example') return value;
    if (name === 'schema' && isRecord(value)) return schemaOf(value);
    if (name === 'schemas' && isRecord(value)) return mapMembers(value, schemaIn);
    return withSchemas(value);
  });
}

const mapMembers = (record: Json, map: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));

const schemaIn = (value: unknown): unknown => (isRecord(value) ? schemaOf(value) : value);

function schemaOf(schema: Json): Json {
  const { $ref, anyOf, type, examples, contentMediaType, ...rest } = schema;
  const nested = mapMembers(rest, nestedIn);
  // Nothing may stand beside a reference.
  if ($ref !== undefined) {
    return Object.keys(nested).length === 0 ? { $ref } : { allOf: [{ $ref }], ...nested };
  }
  return {
    ...nested,
    ...(anyOf !== undefined && withoutNull(anyOf as readonly Json[])),
    ...(type !== undefined && nullableType([type].flat())),
    ...(Array.isArray(examples) && { example: examples[0] }),
    ...(contentMediaType !== undefined && { format: 'binary' }),
  };
}

function nestedIn(value: unknown, keyword: string): unknown {
  if (keyword === 'properties' && isRecord(value)) return mapMembers(value, schemaIn);
  if (keyword === 'items' || keyword === 'additionalProperties') return schemaIn(value);
  // Go's regular expressions have no lookaheads.
  if (keyword === 'pattern') return String(value).replace(/\(\?!.*?\)(?=\[)/, '');
  return value;
}

/** Returns alternatives without null, which is a member of the schema in this version. */
function withoutNull(schemas: readonly Json[]): Json {
  const others = schemas.filter(({ type }) => type !== 'null').map(schemaOf);
  const merged = mergedOf(others);
  return others.length < schemas.length ? orNull(merged) : merged;
}

function mergedOf(schemas: readonly Json[]): Json {
  const [only, ...more] = schemas;
  if (only === undefined || more.length > 0) return { anyOf: schemas };
  return only['$ref'] === undefined ? only : { allOf: [only] };
}

/** Returns a schema that accepts null. Beside `anyOf` alone `nullable` has no effect, so an alternative accepts it. */
function orNull(schema: Json): Json {
  const { anyOf } = schema;
  const isOpen = (it: Json) => it['type'] !== undefined && it['enum'] === undefined;
  return {
    ...schema,
    ...(Array.isArray(anyOf) && {
      anyOf: anyOf.map((it: Json) => (isOpen(it) ? { ...it, nullable: true } : it)),
    }),
    nullable: true,
  };
}

function nullableType(types: readonly unknown[]): Json {
  const others = types.filter((it) => it !== 'null');
  return { type: others[0], ...(others.length < types.length && { nullable: true }) };
}
