import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/storage/open-database.ts';
import { writtenTable } from '../../src/storage/query-cache.ts';
import type { Store } from '../../src/storage/store.ts';

interface Tables {
  one: { id: number };
  other: { id: number };
}

let folder: string;
let store: Store<Tables>;
let reads: number;
let ids: () => Promise<readonly number[]>;
let keep: (name: string, value: number) => Promise<number>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remit-kept-'));
  store = await openStore<Tables>(join(folder, 'a.db'));
  for (const table of ['one', 'other']) {
    await sql`create table ${sql.table(table)} (id integer primary key)`.execute(store.db);
  }
  reads = 0;
  const kept = store.claimSingleProcess?.().cachedQuery;
  if (!kept) throw new Error('A file is written by one process alone.');
  ids = () =>
    kept(['one'], 'ids', async () => {
      reads++;
      const rows = await store.db.selectFrom('one').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    });
  keep = (name, value) => kept(['one'], name, async () => value);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const insert = (table: keyof Tables, id: number) => store.db.insertInto(table).values({ id });

describe('a cached result is used', () => {
  test('as long as nothing is written to its table', async () => {
    await insert('one', 1).execute();
    expect([await ids(), await ids()]).toEqual([[1], [1]]);
    await insert('other', 2).execute();
    await store.write(async (db) => db.selectFrom('one').selectAll().execute());
    await sql`
      select id from one`.execute(store.db);
    expect([await ids(), reads]).toEqual([[1], 1]);
  });

  test('until a row is inserted, changed or deleted', async () => {
    const seen = [await ids()];
    await insert('one', 1).execute();
    seen.push(await ids());
    await store.write((db) => db.updateTable('one').set({ id: 5 }).execute());
    seen.push(await ids());
    await insert('one', 7)
      .onConflict((it) => it.doNothing())
      .execute();
    seen.push(await ids());
    await store.db.deleteFrom('one').execute();
    seen.push(await ids());
    expect([seen, reads]).toEqual([[[], [1], [5], [5, 7], []], 5]);
  });

  test('and read again after a rollback', async () => {
    await ids();
    const failing = store.write(async (db) => {
      await db.insertInto('one').values({ id: 1 }).execute();
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect([await ids(), reads]).toEqual([[], 2]);
  });

  test('by its name', async () => {
    expect([await keep('a', 1), await keep('b', 2), await keep('a', 3)]).toEqual([1, 2, 1]);
  });

  test('up to the maximum number of names', async () => {
    await keep('first', 1);
    for (let at = 0; at < 1_000; at++) await keep(`${at}`, at);
    expect(await keep('first', 2)).toBe(2);
    expect(await keep('999', 0)).toBe(999);
  });

  test('unless its name is long, as one that a client sent can be', async () => {
    const [short, long] = ['a'.repeat(200), 'a'.repeat(201)];
    await Promise.all([keep(short, 1), keep(long, 1)]);
    expect([await keep(short, 2), await keep(long, 2)]).toEqual([1, 2]);
  });

  test('until a statement with unknown tables runs', async () => {
    await ids();
    await sql`insert into one (id) select 9`.execute(store.db);
    expect([await ids(), reads]).toEqual([[9], 2]);
  });
});

test.for([
  ['select "id" from "one"', undefined],
  ['begin immediate', undefined],
  ['commit', undefined],
  ['rollback', 'all'],
  ['insert into "one" ("id") values (?)', { table: 'one' }],
  ['update "one" set "id" = ?', { table: 'one' }],
  ['delete from "one" where "id" = ?', { table: 'one' }],
  ['with "it" as (select 1) delete from "one"', 'all'],
  ['insert or replace into "one" ("id") values (?)', 'all'],
  ['update one set id = 1', 'all'],
  ['pragma user_version = 3', 'all'],
] as const)('%s: writes to %o', ([text, written]) => {
  expect(writtenTable(text)).toEqual(written);
});
