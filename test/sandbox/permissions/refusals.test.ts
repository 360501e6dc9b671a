import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specOperations } from '../../../src/api/operations/operations.ts';
import { type TestSandbox, temporaryFolder } from '../open-sandbox.ts';
import { type Dump, openTables } from './dump-tables.ts';
import { expected } from './expected-permissions.ts';
import { openStage, type Stage, setStage } from './fixture.ts';
import { refusalsOf } from './refusal-cases.ts';

const refusals = expected.flatMap(refusalsOf);
const dataDir = temporaryFolder();
let stage: Stage;
let sandbox: TestSandbox;
let tables: Awaited<ReturnType<typeof openTables>>;
let before: Dump;

beforeAll(async () => {
  stage = await setStage(dataDir);
  sandbox = await openStage(dataDir);
  tables = await openTables(dataDir);
  before = await tables.dump();
});
afterAll(async () => {
  await tables?.close();
  await sandbox?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('the table has a row for every operation, and no other', () => {
  const named = ({ id, method, path }: (typeof expected)[number]) => `${id} ${method} ${path}`;
  expect(expected.map(named)).toEqual(
    specOperations.map(({ id, method, path }) => `${id} ${method} ${path}`),
  );
});

test('each id in the path of a business says what its other businesses get', () => {
  const isNested = ({ path }: (typeof expected)[number]) => /\{businessId\}.*Id\}/.test(path);
  const silent = expected.filter((it) => isNested(it) && it.third === undefined);
  // An invitation is for a person, who answers it for any business.
  expect(silent.map(({ id }) => id)).toEqual(['invite.reject']);
});

test(`${refusals.length} refusals are at least 500, and all different`, () => {
  expect(refusals.length).toBeGreaterThanOrEqual(500);
  expect(new Set(refusals.map(({ name }) => name)).size).toBe(refusals.length);
});

test('every table is compared', () => {
  expect(tables.names).toEqual(
    expect.arrayContaining(['payables', 'payments', 'ledger_lines', 'outbox', 'events', 'jobs']),
  );
});

describe('nothing changes, and the error is the expected one', () => {
  test.for(refusals)('$name', async ({ refusal, request }) => {
    const { method, path, ...sending } = request(stage);
    const { status, body, headers } = await sandbox.send(method, path, sending);
    expect(`${status} ${body.code}`).toBe(refusal);
    if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
    if (body.code === 'insufficient_permission') expect(body.required).toMatch(/^\w+:\w+$/);
    const after = await tables.dump();
    const changed = tables.names.filter((name) => after[name] !== before[name]);
    before = after;
    expect(changed).toEqual([]);
  });
});

test('allowed requests do change the tables: the comparison is effective', async () => {
  const { businessId, tokens } = stage.payee;
  const path = `/api/businesses/${businessId}/alias`;
  await sandbox.send('PATCH', path, { token: tokens.admin, body: { alias: 'Linen' } });
  const after = await tables.dump();
  expect(tables.names.filter((name) => after[name] !== before[name])).toContain('businesses');
});
