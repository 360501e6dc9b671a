import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { specOperations } from '../../src/api/operations/operations.ts';
import { toOpenApi } from '../../src/api/schema/openapi.ts';

const text = JSON.stringify(toOpenApi('1.2.3'));
const document = toOpenApi('1.2.3');
const operationsOf = () => Object.values(document.paths).flatMap((path) => Object.values(path));

test('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every reference resolves, and every shared schema is referenced', () => {
  const parts: Readonly<Record<string, object>> = document.components;
  const defined = ['parameters', 'schemas', 'responses'].flatMap((part) =>
    Object.keys(parts[part] ?? {}).map((name) => `#/components/${part}/${name}`),
  );
  const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
  expect([...new Set(used)].toSorted()).toEqual(defined.toSorted());
});

test('describes all operations with id and effect', () => {
  expect(operationsOf().map((it) => [it['operationId'], it['x-effect']])).toEqual(
    expect.arrayContaining(specOperations.map(({ id, effect }) => [id, effect])),
  );
  expect(operationsOf()).toHaveLength(specOperations.length);
});

test('marks assumptions with their reason', () => {
  expect(document.paths['/api/payments/quick-pay']).toMatchObject({
    post: {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              properties: { amount: { 'x-assumed': 'the spec does not name this field' } },
              required: ['connectionId', 'amount', 'fundingSourceId'],
            },
          },
        },
      },
      responses: {
        201: {
          content: {
            'application/json': {
              schema: {
                $ref: '#/components/schemas/Payment',
                'x-assumed': 'the spec does not state this response',
              },
            },
          },
        },
      },
    },
  });
});

test('uploads a file, and downloads CSV', () => {
  expect(document.paths['/api/businesses/{businessId}/logo']).toMatchObject({
    post: {
      requestBody: { content: { 'multipart/form-data': { schema: { required: ['file'] } } } },
    },
  });
  expect(document.paths['/api/connections/export-csv']).toMatchObject({
    get: { responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } },
  });
});

test("every operation's error is a problem document", () => {
  for (const operation of operationsOf()) {
    expect(Object.keys(Object(operation['responses']))).toEqual(
      expect.arrayContaining(['401', '403', '4XX', '5XX']),
    );
  }
});
