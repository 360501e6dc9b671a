import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allOperations } from '../../src/contract/all-operations.ts';
import { defineOperations } from '../../src/contract/operation.ts';

test('a schema is created when it is first asked for, and once', () => {
  const created: string[] = [];
  const schema = (name: string) => () => {
    created.push(name);
    return z.object({ name: z.literal(name) });
  };
  const { list, get } = defineOperations({
    list: {
      method: 'GET',
      path: '/api/things',
      summary: 'List the things',
      effect: 'read',
      query: schema('query'),
      response: schema('list'),
    },
    get: {
      method: 'GET',
      path: '/api/things/{id}',
      summary: 'Show one thing',
      effect: 'read',
      params: schema('params'),
      response: schema('get'),
    },
  });
  expect(created).toEqual([]);
  expect(list.response()).toBe(list.response());
  expect(get.params()).toBe(get.params());
  expect(created).toEqual(['list', 'params']);
});

test('every operation of the contract is defined that way', () => {
  for (const { id, params, query, body, response } of allOperations) {
    for (const schema of [params, query, body, response]) {
      expect(schema?.(), id).toBe(schema?.());
    }
  }
});
