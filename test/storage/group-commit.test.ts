import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { flushOf } from '../../src/storage/group-commit.ts';
import { openStore } from '../../src/storage/open-database.ts';
import type { Store } from '../../src/storage/store.ts';

interface Tables {
  rows: { id: number };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-flush-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const FULL = 2;
const NORMAL = 1;

async function modeOf({ db }: Store<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  return rows[0]?.synchronous;
}

describe('group commit', () => {
  test('syncs no commit by itself, while any other store syncs each', async () => {
    const file = join(folder, 'a.db');
    const store = await openStore<Tables>(file);
    expect(await modeOf(store)).toBe(FULL);
    const flush = store.claimSingleProcess?.().flush;
    expect(await modeOf(store)).toBe(NORMAL);
    await sql`create table rows (id integer primary key)`.execute(store.db);
    await store.db.insertInto('rows').values({ id: 1 }).execute();
    await flush?.();
    await store.close();

    const again = await openStore<Tables>(file);
    expect(await modeOf(again)).toBe(FULL);
    expect(await again.db.selectFrom('rows').selectAll().execute()).toEqual([{ id: 1 }]);
    await again.close();
  });

  test('keeps concurrent writes', async () => {
    const store = await openStore<Tables>(join(folder, 'a.db'));
    await sql`create table rows (id integer primary key)`.execute(store.db);
    const flush = store.claimSingleProcess?.().flush;
    const ids = Array.from({ length: 100 }, (_, id) => id);
    await Promise.all(
      ids.map((id) =>
        store.write((db) => db.insertInto('rows').values({ id }).execute()).then(flush),
      ),
    );
    expect(await store.db.selectFrom('rows').selectAll().execute()).toHaveLength(100);
    await store.close();
  });
});

describe('a flush', () => {
  const logFile = () => join(folder, 'a.db-wal');

  test('is shared by all concurrent waiters, and repeated for later writes', async () => {
    writeFileSync(logFile(), 'x');
    const read: number[] = [];
    let changes = 1;
    const flush = flushOf(logFile(), () => {
      read.push(changes);
      return changes;
    });
    const early = [flush.all(), flush.all(), flush.all()];
    changes = 2;
    const late = [flush.all(), flush.all()];
    await Promise.all([...early, ...late]);
    // Each caller asks how far it is, and so does each of the two flushes when it begins.
    expect(read).toEqual([1, 1, 1, 1, 2, 2, 2]);
    await flush.all();
    expect(read).toHaveLength(8);
    await flush.close();
  });

  test('that failed fails for all later waiters', async () => {
    let changes = 1;
    const flush = flushOf(logFile(), () => changes);
    const waiting = [flush.all(), flush.all()];
    changes = 2;
    waiting.push(flush.all());
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    writeFileSync(logFile(), 'x');
    await expect(flush.all()).rejects.toThrow(/ENOENT/);
  });
});
