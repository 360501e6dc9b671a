import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Generated, sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/storage/open-database.ts';
import { collectGarbageEvery } from '../../src/storage/sqlite.ts';

interface Tables {
  counters: { id: Generated<number>; value: number };
}

const made: string[] = [];
afterEach(() => {
  for (const it of made.splice(0)) rmSync(it, { recursive: true, force: true });
});

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'remit-'));
  made.push(path);
  return path;
}

const folder = () => join(temporary(), 'state');

async function opened(file: string) {
  const store = await openStore<Tables>(file);
  await sql`create table if not exists counters (id integer primary key, value integer)`.execute(
    store.db,
  );
  return store;
}

test('is private, with its directory and WAL', async () => {
  const dir = folder();
  const store = await opened(join(dir, 'a.db'));
  await store.db.insertInto('counters').values({ id: 1, value: 0 }).execute();

  expect(statSync(dir).mode & 0o777).toBe(0o700);
  for (const name of ['a.db', 'a.db-wal', 'a.db-shm']) {
    expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  }
  await store.close();
});

test('is not opened through a symbolic link', async () => {
  const dir = temporary();
  writeFileSync(join(dir, 'target'), '');
  symlinkSync(join(dir, 'target'), join(dir, 'a.db'));
  await expect(openStore(join(dir, 'a.db'))).rejects.toThrow(/ELOOP/);
});

test('read-then-write transactions of two connections never fail as busy and lose no update', async () => {
  const file = join(folder(), 'a.db');
  const one = await opened(file);
  const two = await opened(file);
  await one.db.insertInto('counters').values({ id: 1, value: 0 }).execute();

  const bump = (store: typeof one) =>
    store.write(async (db) => {
      const { value } = await db.selectFrom('counters').selectAll().executeTakeFirstOrThrow();
      await db
        .updateTable('counters')
        .set({ value: value + 1 })
        .execute();
    });
  for (let i = 0; i < 50; i++) await Promise.all([bump(one), bump(two)]);

  const { value } = await two.db.selectFrom('counters').selectAll().executeTakeFirstOrThrow();
  expect(value).toBe(100);
  await one.close();
  await two.close();
});

test('a transaction that throws is rolled back', async () => {
  const store = await opened(join(folder(), 'a.db'));
  await expect(
    store.write(async (db) => {
      await db.insertInto('counters').values({ id: 7, value: 1 }).execute();
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await store.db.selectFrom('counters').selectAll().execute()).toEqual([]);
  await store.close();
});

/** A program of its own that adds a row, and is the last to leave the file as far as it can tell. */
const ANOTHER = `
const { DatabaseSync } = require('@photostructure/sqlite');
const sqlite = new DatabaseSync(process.argv[1], { timeout: 5000 });
sqlite.exec('begin immediate; insert into counters (value) values (1); commit');
sqlite.close();
`;

test('writes of another process are visible, however often this process opened and closed the file', async () => {
  const file = join(folder(), 'a.db');
  for (let times = 1; times <= 5; times++) {
    const store = await opened(file);
    await store.db.insertInto('counters').values({ value: 1 }).execute();
    execFileSync(process.execPath, ['-e', ANOTHER, file]);
    const rows = await store.db.selectFrom('counters').selectAll().execute();
    expect(rows).toHaveLength(2 * times);
    await store.close();
  }
});

test('a process that opens its journal for every call does not run out of file descriptors', async ({
  skip,
}) => {
  if (!existsSync('/proc/self/fd'))
    skip('what a process holds open can be counted only where /proc says it');
  // As often as the program does, which has less in memory than a process of tests.
  collectGarbageEvery(16);
  const files = [join(folder(), 'a.db'), join(folder(), 'b.db')] as const;
  const counts: number[] = [];
  for (let times = -16; times < 200; times++) {
    const store = await opened(files[times % 2 === 0 ? 0 : 1]);
    await store.db.selectFrom('counters').selectAll().execute();
    await store.close();
    // The first 16 may release what earlier tests held.
    if (times >= 0) counts.push(readdirSync('/proc/self/fd').length);
  }
  // The package for a Node without a safe SQLite keeps two for each of the last 16 connections; a leak would be 400.
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(100);
});

test('a replaced file is opened anew', async () => {
  const dir = folder();
  const before = await opened(join(dir, 'a.db'));
  await before.db.insertInto('counters').values({ value: 1 }).execute();
  await before.close();
  rmSync(dir, { recursive: true });
  const after = await opened(join(dir, 'a.db'));
  expect(await after.db.selectFrom('counters').selectAll().execute()).toEqual([]);
  await after.close();
});
