import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../src/storage/open.ts';

interface Tables {
  counters: { id: number; value: number };
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
  const store = openStore<Tables>(file);
  await sql`create table if not exists counters (id integer primary key, value integer)`.execute(
    store.db,
  );
  return store;
}

test('is private, its folder and its log too', async () => {
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
  expect(() => openStore(join(dir, 'a.db'))).toThrow(/ELOOP/);
});

test('read-then-write transactions of two connections never fail busy and lose nothing', async () => {
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

test('a transaction that throws leaves nothing behind', async () => {
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
