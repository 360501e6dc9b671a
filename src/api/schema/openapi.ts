import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { flagOf } from '../controls/control.ts';
import { integrationSchema, syncSchema } from '../operations/accounting-records.ts';
import { balanceSchema, withdrawalSchema } from '../operations/balance.ts';
import { bankAccountSchema } from '../operations/bank.ts';
import { addressSchema, businessSchema, controllerSchema } from '../operations/business.ts';
import { connectionSchema } from '../operations/connection.ts';
import { invitationSchema } from '../operations/invite.ts';
import { payMeLinkSchema, paymentLinkSchema } from '../operations/link.ts';
import { type NamedOperation, specOperations } from '../operations/operations.ts';
import { paymentOrderSchema, paymentSchema } from '../operations/pay.ts';
import { activitySchema, lineItemSchema, payableSchema } from '../operations/payable.ts';
import { userProfileSchema } from '../operations/sign-in.ts';
import { marks } from './field-types.ts';
import { exampleOf } from './openapi-examples.ts';
import { shapeOf } from './schema-introspection.ts';

export type OpenApiPart = Readonly<Record<string, unknown>>;
type Direction = 'input' | 'output';

/** Records that several operations share; each is defined once, under its name. */
export const sent: Readonly<Record<string, () => z.ZodMiniType>> = {
  Address: addressSchema,
  Controller: controllerSchema,
  LineItem: lineItemSchema,
  PaymentOrder: paymentOrderSchema,
};
export const answered: Readonly<Record<string, () => z.ZodMiniType>> = {
  Business: businessSchema,
  Balance: balanceSchema,
  Withdrawal: withdrawalSchema,
  BankAccount: bankAccountSchema,
  Connection: connectionSchema,
  Invitation: invitationSchema,
  Payable: payableSchema,
  Activity: activitySchema,
  PaymentLink: paymentLinkSchema,
  PayMeLink: payMeLinkSchema,
  Payment: paymentSchema,
  Integration: integrationSchema,
  Sync: syncSchema,
  Profile: userProfileSchema,
};

/** The names of shared records. A record and its `withAssumption` copies share one definition, and so one name. */
const names = memoize(
  () =>
    new Map(
      Object.entries({ ...sent, ...answered }).map(([name, schema]) => [schema()._zod.def, name]),
    ),
);

/**
 * Returns the contract as an OpenAPI 3.1 document. An assumption carries its reason as `x-assumed`; `x-effect` is the
 * effect of sending a request again.
 */
export function toOpenApi(version: string) {
  const schemas = sharedSchemas();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Business payments',
      version,
      description:
        'Payments between businesses by ACH. Amounts are in dollars, times are ISO 8601.',
    },
    servers,
    security: [{ bearer: [] }],
    tags: [...new Set(specOperations.map(tagOf))].map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          { ...schema, examples: [exampleOf(schema, { schemas }, name)] },
        ]),
      ),
      parameters: { IdempotencyKey },
      responses,
    },
  };
}

export const servers = [
  { url: '{baseUrl}', variables: { baseUrl: { default: 'http://127.0.0.1:4010' } } },
];

const sharedSchemas = memoize(
  (): Readonly<Record<string, OpenApiPart>> => ({
    ...components(sent, 'input'),
    ...components(answered, 'output'),
    Problem: problemSchema,
  }),
);

/** Returns the content of a body: its schema, and an example if it is a record or a list. */
function withExample(schema: OpenApiPart): OpenApiPart {
  const example = exampleOf(schema, { schemas: sharedSchemas() });
  return { schema, ...(typeof example === 'object' && { example }) };
}

function paths() {
  const byPath: Record<string, Record<string, OpenApiPart>> = {};
  for (const operation of specOperations) {
    byPath[operation.path] = {
      ...byPath[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    };
  }
  return byPath;
}

const tagOf = ({ id }: NamedOperation) => id.slice(0, id.indexOf('.'));

function describe(operation: NamedOperation): OpenApiPart {
  const { id, summary, effect, irreversible, params, query, success, replaces } = operation;
  const answer = { description: 'Done', content: contentOf(operation) };
  const takesKey = operation.method === 'POST' && effect !== 'read';
  const parameters = [
    ...parametersIn('path', params?.()),
    ...parametersIn('query', query?.()),
    ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const requestBody = requestBodyOf(operation);
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...(replaces && { 200: answer }), [success ?? 200]: answer, ...refusals },
    'x-effect': effect,
    ...(irreversible && { 'x-irreversible': true }),
  };
}

const contentOf = ({ response, produces }: NamedOperation) => ({
  [produces ?? 'application/json']: withExample(jsonOf(response(), 'output')),
});

const parametersIn = (where: 'path' | 'query', schema: z.core.$ZodObject | undefined) =>
  Object.entries(schema ? shapeOf(schema) : {}).map(([name, field]) =>
    parameterOf(where, name, field),
  );

export const parameterOf = (where: 'path' | 'query', name: string, field: z.core.$ZodType) => ({
  name,
  in: where,
  required: isRequired(field),
  schema: jsonOf(field, 'input'),
});

const isRequired = (field: z.core.$ZodType) => !z.safeParse(field, undefined).success;

function requestBodyOf({ body, consumes }: NamedOperation) {
  if (consumes) return { required: true, content: { [consumes]: upload } };
  if (!body) return undefined;
  const content = { 'application/json': withExample(jsonOf(body(), 'input')) };
  return { required: !z.safeParse(body(), {}).success, content };
}

/** The schema of an upload, which has a single part. */
const upload = {
  schema: {
    type: 'object',
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: ['file'],
  },
};

export function components(records: Readonly<Record<string, () => z.ZodMiniType>>, io: Direction) {
  return Object.fromEntries(
    Object.entries(records).map(([name, schema]) => [name, jsonOf(schema(), io, name)]),
  );
}

/** Returns a schema as JSON Schema, with references to shared records, except for the one being defined. */
export function jsonOf(schema: z.core.$ZodType, io: Direction, defining?: string): OpenApiPart {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    metadata: marks,
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
      const help = flagOf(zodSchema)?.help;
      if (help) jsonSchema.description = help;
      const name = names().get(zodSchema._zod.def);
      if (name === undefined || name === defining) return;
      for (const key of Object.keys(jsonSchema)) if (key !== 'x-assumed') delete jsonSchema[key];
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return json;
}

const IdempotencyKey = {
  'x-assumed': 'the spec does not name the header',
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key for every attempt of one request: a service applies it once.',
  schema: { type: 'string' },
};

const texts = (...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));

export const problemSchema = {
  'x-assumed': 'the spec does not show the shape of an error',
  type: 'object',
  properties: {
    ...texts('type', 'title', 'detail', 'instance', 'code', 'error', 'message', 'requestId'),
    status: { type: 'integer' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { ...texts('field', 'pointer', 'code', 'message'), index: { type: 'integer' } },
      },
    },
  },
};

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

export const responses = {
  Unauthorized: problem('The token is missing or has expired'),
  Forbidden: problem('The token is valid and lacks permission'),
  Refused: problem('Refused; not applied'),
  Failed: problem('The service failed; the outcome of the request is unknown'),
};

export const refusals = {
  401: { $ref: '#/components/responses/Unauthorized' },
  403: { $ref: '#/components/responses/Forbidden' },
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Failed' },
};
