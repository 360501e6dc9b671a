import * as z from 'zod/mini';
import { marks } from '../api/schema/field-types.ts';
import { memoize } from '../memoize.ts';
import type { Tool } from './tool.ts';
import { toolsFor } from './tools.ts';

/** Returns the results of all tools of `remit mcp serve` as JSON Schema: one definition for each tool, by its name. */
export const toolResultSchemas = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'mcp',
  description: 'The results of the tools of remit mcp serve: one definition for each tool.',
  definitions: Object.fromEntries(
    toolsFor(['all'], { canAsk: false }).map((tool) => [tool.name, resultSchemaOf(tool)]),
  ),
});

/** Returns the schema of the results of a tool: its record, a preview, a repeat and an error, as far as it has them. */
export function resultSchemaOf({ result, annotations, isConfirmed }: Tool): object {
  const results = [
    result(),
    ...(annotations.readOnlyHint ? [] : [otherResponse(), repeatSchema()]),
    ...(isConfirmed ? [previewSchema()] : []),
    errorSchema(),
  ];
  return { type: 'object', anyOf: results.map(jsonOf) };
}

const otherResponse = memoize(() => z.looseObject({ response: z.unknown() }));

const repeatSchema = memoize(() =>
  z.looseObject({
    alreadyDone: z.literal(true),
    message: z.string(),
    request: z.string(),
    sentAt: z.nullable(z.string()),
    amount: z.nullable(z.number()),
    payments: z.array(
      z.looseObject({ payableId: z.nullable(z.string()), paymentId: z.nullable(z.string()) }),
    ),
  }),
);

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
