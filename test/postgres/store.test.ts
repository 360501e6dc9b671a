import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAt } from '../../src/storage/open-database.ts';
import type { Store } from '../../src/storage/store.ts';
import { databaseFor } from '../helpers/test-database.ts';
import { named, serverPrograms } from './server.ts';

interface Tables {
  counters: { value: number };
}

let schemas = 0;

describe.skipIf(serverPrograms() === undefined)(named('a store in PostgreSQL'), () => {
  /** So many connections to one new schema with a counter. */
  async function opened(count: number): Promise<Store<Tables>[]> {
    const address = databaseFor(`store ${++schemas}`) ?? '';
    const stores: Store<Tables>[] = [];
    for (let at = 0; at < count; at++) stores.push(await openAt<Tables>({ address, schema: 'x' }));
    onTestFinished(async () => {
      await sql`drop schema ${sql.id(new URL(address).searchParams.get('schema') ?? '')} cascade`.execute(
        stores[0]?.db ?? never(),
      );
      for (const it of stores) await it.close();
    });
    await sql`create table counters (value bigint not null)`.execute(stores[0]?.db ?? never());
    await sql`insert into counters values (0)`.execute(stores[0]?.db ?? never());
    return stores;
  }

  const value = async ({ db }: Store<Tables>) =>
    (await db.selectFrom('counters').selectAll().executeTakeFirstOrThrow()).value;

  const bump = (store: Store<Tables>) =>
    store.write(async (db) => {
      const { value: old } = await db.selectFrom('counters').selectAll().executeTakeFirstOrThrow();
      await sql`select pg_sleep(0.002)`.execute(db);
      await db
        .updateTable('counters')
        .set({ value: old + 1 })
        .execute();
    });

  test('read-then-write transactions of three connections lose no update', async () => {
    const stores = await opened(3);
    await Promise.all(Array.from({ length: 60 }, (_, at) => bump(stores[at % 3] ?? never())));
    expect(await value(stores[0] ?? never())).toBe(60);
  });

  test('exclusive runs exclude each other, and allow their own transactions', async () => {
    const stores = await opened(2);
    const under = { way: 0, most: 0 };
    const turn = (store: Store<Tables>) =>
      store.shared?.runExclusive(async () => {
        under.most = Math.max(under.most, ++under.way);
        const before = await value(store);
        await bump(store);
        await sql`select pg_sleep(0.005)`.execute(store.db);
        expect(await value(store)).toBe(before + 1);
        under.way -= 1;
      });
    await Promise.all(
      stores.map(async (it) => {
        for (let at = 0; at < 10; at++) await turn(it);
      }),
    );
    expect(under.most).toBe(1);
    expect(await value(stores[0] ?? never())).toBe(20);
  });

  test('a long wait for the lock does not prevent the server from vacuuming', async () => {
    const [busy = never(), waiting = never(), watching = never()] = await opened(3);
    const longestWait = async () => {
      const { rows } = await sql<{ ms: number }>`
        select coalesce(max(floor(extract(epoch from clock_timestamp() - xact_start) * 1000)), 0) as ms
        from pg_stat_activity where wait_event = 'advisory' and query like '%advisory%'`.execute(
        watching.db,
      );
      return rows[0]?.ms ?? 0;
    };
    let waited: Promise<unknown> | undefined;
    const seen: number[] = [];
    await busy.shared?.runExclusive(async () => {
      waited = waiting.shared?.runExclusive(() => bump(waiting));
      for (let times = 0; times < 25; times++) {
        await pause(100);
        seen.push(await longestWait());
      }
    });
    await waited;
    expect(await value(watching)).toBe(1);
    expect(Math.max(...seen)).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBeLessThan(1_800);
  });

  test('an aborted transaction is retried, five times at most', async () => {
    const [store = never()] = await opened(1);
    const failing = (times: number) => {
      let tries = 0;
      return store.write(async (db) => {
        await db
          .updateTable('counters')
          .set((it) => ({ value: it('value', '+', 1) }))
          .execute();
        if (++tries <= times) await sql.raw(giveUp).execute(db);
        return tries;
      });
    };
    expect(await failing(4)).toBe(5);
    expect(await value(store)).toBe(1);
    await expect(failing(5)).rejects.toThrow('given up');
    expect(await value(store)).toBe(1);
  });

  test('a connection lost during an exclusive run stays lost until its end', async () => {
    const [store = never(), other = never()] = await opened(2);
    const cut = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 1000)`.execute(other.db);
    };
    await expect(
      store.shared?.runExclusive(async () => {
        await bump(store);
        await cut();
        await bump(store).catch(() => {});
        await bump(store);
      }),
    ).rejects.toThrow('lost');
    expect(await value(store)).toBe(1);
    await store.shared?.runExclusive(() => bump(store));
    expect(await value(other)).toBe(2);
  });

  test('a connection lost between two transactions is reopened', async () => {
    const [store = never(), other = never()] = await opened(2);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 1000)`.execute(other.db);
    await bump(store);
    expect(await value(other)).toBe(1);
  });

  test('a task is claimed by one process, until that process ends', async () => {
    const [one = never(), two = never()] = await opened(2);
    expect(await two.shared?.claim('tell')).toBe(true);
    expect(await two.shared?.claim('tell')).toBe(true);
    expect(await one.shared?.claim('tell')).toBe(false);
    expect(await one.shared?.claim('something else')).toBe(true);
    await two.close();
    await expect.poll(() => one.shared?.claim('tell')).toBe(true);
  });

  test('a number beyond the safe integers is refused, not rounded', async () => {
    const [store = never()] = await opened(1);
    await sql`update counters set value = 9007199254740993`.execute(store.db);
    await expect(value(store)).rejects.toThrow('is too large a number');
  });
});

const giveUp = `do $$ begin raise exception 'given up' using errcode = '40001'; end $$`;

function never(): never {
  throw new Error('It was not opened.');
}
