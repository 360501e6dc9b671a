import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { matchOperation } from '../../src/api/http/match-path.ts';
import type { Method } from '../../src/api/operations/operation.ts';
import { specOperations } from '../../src/api/operations/operations.ts';
import { toOpenApi } from '../../src/api/schema/openapi.ts';
import { remit } from '../helpers/run-command.ts';

interface Content {
  readonly schema: object;
  readonly example?: unknown;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, Content>> }>
  >;
}

const document = JSON.parse(JSON.stringify(toOpenApi('1.2.3')));
const described: readonly Described[] = Object.values<object>(document.paths).flatMap((path) =>
  Object.values(path),
);
const successOf = (operation: Described | undefined): Content | undefined => {
  const [, answer] = Object.entries(operation?.responses ?? {}).find(([code]) => code < '3') ?? [];
  return Object.values(answer?.content ?? {})[0];
};
const named = new Map(described.map((it) => [it.operationId, it]));

describe('examples', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: 'openapi' });
  const problemsOf = (schema: object, example: unknown) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
    const check = ajv.compile(JSON.parse(text));
    return check(example)
      ? []
      : (check.errors ?? []).map((it) => `${it.instancePath} ${it.message}`);
  };

  test('of every shared schema are valid', () => {
    for (const [name, schema] of Object.entries<{ examples: unknown[] }>(
      document.components.schemas,
    )) {
      expect([name, schema.examples.length]).toEqual([name, 1]);
      expect([name, problemsOf(schema, schema.examples[0])]).toEqual([name, []]);
    }
  });

  test.for([...specOperations])(
    'of the bodies of $id are valid, and the client accepts them',
    (op) => {
      const { schema = {}, example } = successOf(named.get(op.id)) ?? {};
      const sent = named.get(op.id)?.requestBody?.content['application/json'];
      if (sent) expect(problemsOf(sent.schema, sent.example)).toEqual([]);
      if (op.produces) return;
      expect(problemsOf(schema, example)).toEqual([]);
      expect(z.safeParse(op.response(), example).success).toBe(true);
    },
  );

  describe('of a mock server', () => {
    const mock = createServer((incoming, outgoing) => {
      const { operation } = matchOperation(incoming.method as Method, incoming.url ?? '') ?? {};
      const answer = operation && named.get(operation.id);
      outgoing.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify(successOf(answer)?.example ?? {}));
    });
    let home: string;
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'remit-test-'));
      await new Promise<void>((resolve) => mock.listen(0, '127.0.0.1', resolve));
    });
    afterAll(async () => {
      mock.close();
      mock.closeAllConnections();
      await rm(home, { recursive: true });
    });
    const run = (line: string) =>
      remit(`-b biz_1 ${line} --json`, {
        env: {
          REMIT_BASE_URL: `http://127.0.0.1:${(mock.address() as AddressInfo).port}`,
          REMIT_TOKEN: 'token-of-a-mock',
          REMIT_HOME: home,
        },
      });

    test.for([
      ['payable list', [{ id: 'pay_1', amount: 1840 }]],
      ['status', [{ what: 'to pay', count: 1, amount: 1840 }]],
      ['run plan', { plan: { payments: [{ payableId: 'pay_1', cents: 184_000 }] } }],
      ['payable get pay_1', { id: 'pay_1' }],
      ['business balance', { available: 500 }],
      ['connection get conn_1', { id: 'conn_1' }],
    ] as const)('%s answers', async ([line, wanted]) => {
      const { code, out, err } = await run(line);
      expect([code, code === 0 ? '' : err]).toEqual([0, '']);
      const found = JSON.parse(out);
      expect(Array.isArray(found) ? found.slice(0, 1) : found).toMatchObject(wanted);
    });

    test.for(['forecast', 'payable aging', 'connection list', 'bank list'])(
      '%s answers',
      async (line) => {
        const { code, out } = await run(line);
        expect([code, JSON.parse(out).length > 0]).toEqual([0, true]);
      },
    );
  });
});

test('every request that creates or changes something by POST takes an idempotency key', () => {
  for (const { id, method, effect } of specOperations) {
    const takes = named.get(id)?.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
    expect([id, takes ?? false]).toEqual([id, method === 'POST' && effect !== 'read']);
  }
});

describe('the document in version 3.0', () => {
  test('is valid, and describes the same operations', async () => {
    const { out } = await remit('api openapi 3.0');
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(out))).toEqual({ valid: true });
    expect(validator.version).toBe('3.0');
    const other = JSON.parse(out);
    expect(Object.keys(other.paths)).toEqual(Object.keys(document.paths));
    expect(out).not.toMatch(/"null"|"type": \[|"examples"|\(\?!|"contentMediaType"/);
    const { Payable, Withdrawal } = other.components.schemas;
    expect(Payable.properties.dueDate).toEqual({ type: 'string', nullable: true });
    // `nullable` has no effect without a type beside it.
    expect(Payable.properties.paymentStatus).toMatchObject({
      anyOf: [{ type: 'string' }, { type: 'string', nullable: true }],
      nullable: true,
    });
    expect(Payable.properties.lineItems).toMatchObject({ type: 'array', nullable: true });
    expect(Payable.example.id).toBe('pay_1');
    expect(Withdrawal.properties.balance).toEqual({
      ...{ allOf: [{ $ref: '#/components/schemas/Balance' }], nullable: true },
      'x-assumed': 'the spec does not show the balance record',
    });
    expect(other.paths['/api/businesses/{businessId}/logo'].post.requestBody.content).toEqual({
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary' } },
          required: ['file'],
        },
      },
    });
  });
});
