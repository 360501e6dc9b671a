import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Generated, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { groupCommitOf } from '../../src/storage/group-commit.ts';
import { openStore } from '../../src/storage/open-database.ts';
import { closeSqlite, openSqlite } from '../../src/storage/sqlite.ts';
import type { Store } from '../../src/storage/store.ts';

interface Tables {
  rows: { id: Generated<number>; parent: number | null };
}

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-flush-'));
  file = join(folder, 'a.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const FULL = 2;
const NORMAL = 1;

async function modeOf({ db }: Store<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  return rows[0]?.synchronous;
}

/** Opens a store for one process with a table whose foreign keys are checked at the commit. */
async function openGrouped() {
  const store = await openStore<Tables>(file);
  await sql`create table rows (id integer primary key,
    parent integer references rows (id) deferrable initially deferred)`.execute(store.db);
  const flush = store.claimSingleProcess?.().flush;
  if (!flush) throw new Error('A file is written by one process alone.');
  const reader = await openStore<Tables>(file);
  return {
    ...{ store, flush },
    insert: (id: number, parent: number | null = null) =>
      store.write((db) => db.insertInto('rows').values({ id, parent }).execute()),
    /** Returns what another connection sees, which is what was committed. */
    committed: async () =>
      (await reader.db.selectFrom('rows').select('id').orderBy('id').execute()).map(({ id }) => id),
    close: () => Promise.all([reader.close(), store.close()]),
  };
}

describe('group commit', () => {
  test('syncs no commit by itself, while any other store syncs each', async () => {
    const store = await openStore<Tables>(file);
    expect(await modeOf(store)).toBe(FULL);
    store.claimSingleProcess?.();
    expect(await modeOf(store)).toBe(NORMAL);
    await store.close();
    const again = await openStore<Tables>(file);
    expect(await modeOf(again)).toBe(FULL);
    await again.close();
  });

  test('keeps concurrent writes', async () => {
    const { insert, flush, committed, close } = await openGrouped();
    const ids = Array.from({ length: 100 }, (_, id) => id);
    await Promise.all(
      ids.map(async (id) => {
        await insert(id);
        await flush();
        expect(await committed()).toContain(id);
      }),
    );
    await close();
  });

  test('commits transactions together, without those that threw', async () => {
    const { store, insert, flush, committed, close } = await openGrouped();
    const failing = store.write(async (db) => {
      await db.insertInto('rows').values({ id: 2, parent: null }).execute();
      throw new Error('refused');
    });
    const outcomes = await Promise.allSettled([insert(1), failing, insert(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await committed()).toEqual([]);
    await flush();
    expect(await committed()).toEqual([1, 3]);
    await close();
  });

  test('undoes the first transaction without those after it', async () => {
    const { store, insert, flush, committed, close } = await openGrouped();
    const failing = store.write(async (db) => {
      await db.insertInto('rows').values({ id: 1, parent: null }).execute();
      throw new Error('refused');
    });
    const outcomes = await Promise.allSettled([failing, insert(2), insert(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    await flush();
    expect(await committed()).toEqual([2, 3]);
    await close();
  });

  test('commits a group that has written many rows before the next transaction', async () => {
    const { store, insert, committed, close } = await openGrouped();
    const ids = Array.from({ length: 1001 }, (_, id) => ({ id, parent: null }));
    await store.write((db) => db.insertInto('rows').values(ids).execute());
    expect(await committed()).toEqual([]);
    await insert(2000);
    expect(await committed()).toHaveLength(1001);
    await close();
  });

  test('commits what nobody waits for', async () => {
    const { insert, committed, close } = await openGrouped();
    await insert(1);
    await expect.poll(committed).toEqual([1]);
    await close();
  });

  test('commits what is open before it closes', async () => {
    const { insert, close } = await openGrouped();
    await insert(1);
    await close();
    const again = await openStore<Tables>(file);
    expect(await again.db.selectFrom('rows').select('id').execute()).toEqual([{ id: 1 }]);
    await again.close();
  });

  test('waits for the end of a transaction, of which it never commits a part', async () => {
    const { store, insert, flush, committed, close } = await openGrouped();
    await insert(1);
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = store.write(async (db) => {
      await db.insertInto('rows').values({ id: 2, parent: null }).execute();
      await finished;
      await db.insertInto('rows').values({ id: 3, parent: null }).execute();
    });
    const flushed = flush();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await committed()).toEqual([]);
    finish();
    await Promise.all([slow, flushed]);
    expect(await committed()).toEqual([1, 2, 3]);
    await close();
  });
});

describe('a group that could not be committed', () => {
  test('is told to those that wait, and nothing more is written', async () => {
    const { insert, flush, committed, close } = await openGrouped();
    await Promise.all([insert(1), insert(2, 99)]);
    await expect(flush()).rejects.toThrow(/FOREIGN KEY/);
    await expect(flush()).rejects.toThrow(/FOREIGN KEY/);
    await expect(insert(3)).rejects.toThrow(/FOREIGN KEY/);
    expect(await committed()).toEqual([]);
    await close();
  });

  test('because an error in one transaction undid the others, too', async () => {
    const { store, insert, flush, committed, close } = await openGrouped();
    const again = () =>
      store.write((db) => sql`insert or rollback into rows values (1, null)`.execute(db));
    const outcomes = await Promise.allSettled([insert(1), again(), insert(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(flush()).rejects.toThrow('undid a group');
    expect(await committed()).toEqual([]);
    await close();
  });
});

test('a disk that failed once is not trusted again', async () => {
  const sqlite = await openSqlite(file, 0);
  sqlite.exec('pragma journal_mode = wal; create table rows (id integer primary key)');
  const group = groupCommitOf(sqlite, join(folder, 'missing'));
  const write = () => {
    group.begin();
    sqlite.exec('insert into rows default values');
    group.end();
    return group.flush();
  };
  const outcomes = await Promise.allSettled([write(), write()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  writeFileSync(join(folder, 'missing'), '');
  await expect(group.flush()).rejects.toThrow(/ENOENT/);
  expect(group.begin).toThrow(/ENOENT/);
  await group.close();
  await closeSqlite(sqlite);
});
