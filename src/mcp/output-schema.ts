import * as z from 'zod/mini';
import type { NamedOperation } from '../api/operations/operations.ts';
import { marks } from '../api/schema/field-types.ts';
import { findMismatch } from '../api/schema/find-mismatch.ts';
import { elementOf } from '../api/schema/schema-introspection.ts';
import { memoize } from '../memoize.ts';
import { isConfirmed } from './input-schema.ts';

/** The results of a tool as JSON Schema (draft 7): one of several objects. */
export interface OutputSchema {
  readonly [name: string]: unknown;
  readonly type: 'object';
  readonly anyOf: readonly object[];
}

/** Returns the schema of the results of an operation: record, preview and error, as far as it has them. */
export const outputSchemaOf = (
  op: NamedOperation,
  { canAsk }: { readonly canAsk: boolean },
): OutputSchema =>
  oneOf(
    resultSchemaOf(op),
    ...(op.effect === 'read' ? [] : [otherResponse()]),
    ...(isConfirmed(op) && !canAsk ? [previewSchema()] : []),
  );

/** Returns the schema of the results of a tool that is no operation. */
export const outputSchemaFor = (result: z.core.$ZodType): OutputSchema => oneOf(result);

const oneOf = (...results: readonly z.core.$ZodType[]): OutputSchema => ({
  type: 'object',
  anyOf: [...results, errorSchema()].map(jsonOf),
});

/** Returns the schema of a success; a list is under `items`. */
function resultSchemaOf(op: NamedOperation): z.core.$ZodType {
  if (op.produces) return fileSchema();
  const response = op.response();
  const element = elementOf(response);
  return element ? z.looseObject({ items: z.array(element) }) : response;
}

/**
 * Returns a response as the output schema describes it. A response to a write that differs from the contract, such as an
 * empty acknowledgement, is put under `response`.
 */
export const toDescribed = (op: NamedOperation, answer: unknown): unknown =>
  op.effect === 'read' || !findMismatch(op.response(), answer) ? answer : { response: answer };

const fileSchema = memoize(() => z.looseObject({ contentType: z.string(), text: z.string() }));

const otherResponse = memoize(() => z.looseObject({ response: z.unknown() }));

const previewSchema = memoize(() =>
  z.looseObject({
    done: z.literal(false),
    wouldDo: z.array(z.string()),
    expected: z.optional(z.string()),
    confirmation: z.string(),
    expiresAt: z.string(),
    next: z.string(),
  }),
);

const errorSchema = memoize(() =>
  z.looseObject({
    error: z.looseObject({
      exitCode: z.int(),
      code: z.string(),
      message: z.string(),
      outcome: z.nullable(z.string()),
      intentId: z.nullable(z.string()),
      retryable: z.boolean(),
      next: z.array(z.string()),
    }),
    result: z.optional(z.unknown()),
  }),
);

function jsonOf(schema: z.core.$ZodType): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    ...{ io: 'output', target: 'draft-7', metadata: marks, override: loosened },
  });
  return json;
}

/** Leaves out what a response may deviate from: the client of the service does not check formats either. */
function loosened({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema['x-money'] !== undefined) jsonSchema.description = 'dollars';
  for (const key of ['x-assumed', 'x-money', 'format', 'pattern']) delete jsonSchema[key];
  if (jsonSchema.type === 'object') delete jsonSchema.additionalProperties;
}
