import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { type Control, routeOf } from '../../src/api/controls/control.ts';
import { controls } from '../../src/api/controls/controls.ts';
import { toControlsOpenApi } from '../../src/api/schema/controls-openapi.ts';

const document = toControlsOpenApi('1.2.3');
const text = JSON.stringify(document);
const all: readonly Control[] = Object.values(controls);

test('is a valid OpenAPI 3.1 document', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true });
});

test('every reference resolves, and every shared schema is referenced', () => {
  const parts: Readonly<Record<string, object>> = document.components;
  const defined = ['schemas', 'responses'].flatMap((part) =>
    Object.keys(parts[part] ?? {}).map((name) => `#/components/${part}/${name}`),
  );
  const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
  expect([...new Set(used)].toSorted()).toEqual(defined.toSorted());
});

test('describes every control by its id, each once', () => {
  const operations = Object.values(document.paths).flatMap((it) => Object.values(it));
  const ids = operations.map((it) => String(it['operationId']));
  expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test('what is in the path is a parameter, and everything else is in the query or the body', () => {
  expect(document.paths['/sandbox/payments/{id}/{step}']?.['post']).toMatchObject({
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'step', in: 'path', required: true },
    ],
    requestBody: {
      required: false,
      content: { 'application/json': { schema: { properties: { code: {}, reason: {} } } } },
    },
  });
  expect(document.paths['/sandbox/outbox']?.['get']).toMatchObject({
    parameters: [
      { name: 'to', in: 'query', required: false },
      { name: 'kind', in: 'query', required: false },
      { name: 'last', in: 'query', required: false },
    ],
  });
  for (const control of all) {
    const { method, path } = routeOf(control);
    const { requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
    if (method === 'GET') expect(requestBody, control.id).toBeUndefined();
  }
});
