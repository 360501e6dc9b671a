import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SandboxTables, sandboxSchema } from '../../../src/sandbox/database/tables.ts';
import { SchemaError } from '../../../src/storage/errors.ts';
import { openStore } from '../../../src/storage/open-database.ts';
import type { Store } from '../../../src/storage/store.ts';
import { createSchema } from '../../../src/storage/tables.ts';
import { temporaryFolder } from '../open-sandbox.ts';

let folder: string;
let store: Store<SandboxTables>;
beforeEach(async () => {
  folder = temporaryFolder();
  store = await openStore(join(folder, 'sandbox.db'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const create = () => store.write((db) => createSchema(db, sandboxSchema));

const shape = () =>
  sql<{ name: string; sql: string }>`select name, sql from sqlite_schema order by name`
    .execute(store.db)
    .then(({ rows }) => rows);

test('a second start changes nothing', async () => {
  expect(await create()).toBe(true);
  const once = await shape();
  expect(await create()).toBe(false);
  expect(await shape()).toEqual(once);
  expect(once.length).toBeGreaterThan(20);
});

test('a database of another version is refused with its number', async () => {
  await create();
  await sql`pragma user_version = 2`.execute(store.db);
  await expect(create()).rejects.toThrow(SchemaError);
  await expect(create()).rejects.toThrow('its schema has version 2');
});

test("another program's database is refused, and not written to", async () => {
  await sql`create table songs (title text)`.execute(store.db);
  await expect(create()).rejects.toThrow('not a sandbox (it holds songs)');
  expect(await shape()).toHaveLength(1);
});

test('a fraction of a cent cannot be stored', async () => {
  await create();
  const line = { entry_seq: 1, line: 1, account: 'a' };
  const put = (cents: number) => store.db.insertInto('ledger_lines').values({ ...line, cents });
  await expect(put(0.5).execute()).rejects.toThrow(/INT|integer/i);
  await put(50).execute();
});

test.for([
  ["payer_id = 'x'", 'payables_of_payer'],
  ["payee_id = 'x'", 'payables_of_payee'],
  ["payer_id = 'x' and status = 'PAID'", 'payables_of_payer_by_status'],
  ["payee_id = 'x' and status = 'PAID'", 'payables_of_payee_by_status'],
  ["payer_id = 'x' and connection_id = 'y'", 'payables_of_connection_payer'],
  ["payee_id = 'x' and connection_id = 'y'", 'payables_of_connection_payee'],
] as const)('payables where %s are read in order through an index', async ([side, index]) => {
  await create();
  const { rows } = await sql<{ detail: string }>`explain query plan
    select * from payables where ${sql.raw(side)} order by seq desc limit 20`.execute(store.db);
  expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(index)]);
});
