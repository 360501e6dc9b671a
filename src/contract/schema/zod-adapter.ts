/** Conversion of the contract's schemas to zod schemas. */

import * as zod from 'zod/mini';
import { type Made, marksOf, Schema, SchemaCheck } from './schema.ts';

type Any = zod.core.$ZodType;

/** Validates a value against a schema of the contract or of zod. Returns zod's result. */
export const safeParse = <Given extends Any>(schema: Given, value: unknown) =>
  zod.safeParse(real(schema) as Given, value);

/** Validates a value that must match. Throws zod's error if it does not. */
export const parse = <Given extends Any>(schema: Given, value: unknown) =>
  zod.parse(real(schema) as Given, value);

/** Returns a schema as JSON Schema, with the marks of the contract. */
export const toJSONSchema = (schema: Any, params?: zod.core.ToJSONSchemaParams) =>
  zod.toJSONSchema(real(schema) as Any, params);

/** Returns the contract's schema that a zod schema was created from; any other schema is returned as is. */
export const writtenAs = (schema: Any): Any => written.get(schema) ?? schema;

const made = new WeakMap<Schema, Any>();
const written = new WeakMap<Any, Any>();

/** Returns the zod schema of a contract schema; any other value is copied with the schemas in it converted. */
function real(it: unknown): unknown {
  if (it instanceof Schema) return realSchema(it);
  if (it instanceof SchemaCheck) return call(it.made);
  if (Array.isArray(it)) return it.map(real);
  if (typeof it !== 'object' || it === null || !isPlain(it)) return it;
  return Object.fromEntries(Object.entries(it).map(([name, one]) => [name, real(one)]));
}

function realSchema(schema: Schema): Any {
  const known = made.get(schema);
  if (known) return known;
  const plain = call(schema.made) as zod.ZodMiniType;
  const whole = schema.checks.length > 0 ? plain.check(...(real(schema.checks) as [])) : plain;
  const marks = marksOf(schema);
  if (Object.keys(marks).length > 0) zod.globalRegistry.add(whole, { ...marks });
  made.set(schema, whole);
  written.set(whole, schema as unknown as Any);
  return whole;
}

/** Calls the named zod function, with converted arguments. */
const call = ({ by, given }: Made): unknown => {
  const words: unknown = by.split('.').reduce<object>((at, name) => Reflect.get(at, name), zod);
  return Reflect.apply(words as (...them: unknown[]) => unknown, undefined, given.map(real));
};

const isPlain = (it: object): boolean => Object.getPrototypeOf(it) === Object.prototype;
