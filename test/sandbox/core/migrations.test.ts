import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SandboxTables } from '../../../src/sandbox/database/tables.ts';
import { migrateSandbox } from '../../../src/sandbox/migrations/migrate.ts';
import { letterText, readLetter } from '../../../src/sandbox/notifications/letter.ts';
import { openStore } from '../../../src/storage/open-database.ts';
import type { Store } from '../../../src/storage/store.ts';
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

const shape = () =>
  sql<{ name: string; sql: string }>`select name, sql from sqlite_schema order by name`
    .execute(store.db)
    .then(({ rows }) => rows);

test('a second run changes nothing', async () => {
  await migrateSandbox(store.db);
  const once = await shape();
  await migrateSandbox(store.db);
  expect(await shape()).toEqual(once);
  expect(once.length).toBeGreaterThan(20);
});

test('a database of a newer version is refused, and left unchanged', async () => {
  await migrateSandbox(store.db);
  await store.db.updateTable('settings').set({ value: '99' }).where('key', '=', 'shape').execute();
  await expect(migrateSandbox(store.db)).rejects.toThrow(/newer version/);
});

test('a fraction of a cent cannot be stored', async () => {
  await migrateSandbox(store.db);
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
  await migrateSandbox(store.db);
  const { rows } = await sql<{ detail: string }>`explain query plan
    select * from payables where ${sql.raw(side)} order by seq desc limit 20`.execute(store.db);
  expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(index)]);
});

test('emails of an earlier version keep their text', async () => {
  await migrateSandbox(store.db);
  for (const change of [
    'drop index payables_by_due_date',
    'drop index outbox_unread',
    'alter table outbox drop column letter',
    'alter table outbox drop column is_read',
    "alter table outbox add column text text not null default ''",
    `insert into outbox (id, kind, to_email, subject, text, bounced, created_at)
      values ('mail_1', 'payment', 'a@b.test', 'Paid', 'It is "paid".' || char(10) || 'Yes.', 0, '')`,
    "update settings set value = value - 2 where key = 'shape'",
  ]) {
    await sql.raw(change).execute(store.db);
  }
  await migrateSandbox(store.db);
  const mail = await store.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  expect(letterText(readLetter(mail), null)).toBe('It is "paid".\nYes.');
  expect(mail.is_read).toBe(0);
});
