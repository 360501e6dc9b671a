import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  JournalUnavailableError,
  JournalWriteError,
  SpendingLimitError,
  UnknownOutcomeError,
} from '../../src/money/journal/errors.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { openAt } from '../../src/storage/open-database.ts';
import { initiate, live, quickPay, seen, self, sender } from '../journal/fixture.ts';
import { named, type Server, serverPrograms, startServer } from './server.ts';

describe.skipIf(serverPrograms() === undefined)(named('a journal in PostgreSQL'), () => {
  let server: Server;
  let schemas = 0;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  /** A journal as two machines have it. */
  async function givenMachines() {
    let ms = Date.parse('2026-03-02T15:00:00.000Z');
    const where = server.schema(`journal_${++schemas}`);
    const on = async (machine: string) => {
      const journal = await openJournal(where, { ...self, machine }, () => ms);
      onTestFinished(() => journal.close());
      return journal;
    };
    return {
      one: await on('one'),
      two: await on('two'),
      wait: (durationMs: number) => {
        ms += durationMs;
      },
    };
  }

  test('a request in flight or unresolved on one machine is not sent by another', async () => {
    const { one, two } = await givenMachines();
    const { intentId } = await one.begin(initiate(), sender());
    await expect(two.begin(initiate(), sender())).rejects.toThrow(UnknownOutcomeError);
    await one.recordOutcome(intentId, 'unknown', seen());
    await expect(two.begin(initiate(), sender())).rejects.toThrow(UnknownOutcomeError);
    expect(await two.list({ unresolved: true })).toMatchObject([{ id: intentId }]);

    await two.resolve(intentId, 'not-applied', 'asked the bank');
    await expect(one.begin(initiate(), sender())).resolves.toHaveProperty('intentId');
  });

  test("another machine's request counts as in flight for the longest possible response time", async () => {
    const { one, two, wait } = await givenMachines();
    const { intentId } = await one.begin(initiate(), sender());
    wait(119 * 60_000);
    expect(await two.list({ unresolved: true })).toEqual([]);
    await expect(two.resolve(intentId, 'applied', null)).rejects.toThrow('on one is sending it');
    wait(2 * 60_000);
    expect(await two.list({ unresolved: true })).toMatchObject([{ id: intentId }]);
    await two.resolve(intentId, 'applied', 'seen in the bank');
  });

  test('the daily limit covers all machines together', async () => {
    const { one, two } = await givenMachines();
    const since = '2026-03-02T00:00:00.000Z';
    const limits = [{ rule: 'maxPerDay', cents: 2000, since, policy: 'the policy' }] as const;
    await one.begin(quickPay(12.5), sender({ limits }));
    await expect(two.begin(quickPay(7.51), sender({ limits }))).rejects.toThrow(SpendingLimitError);
    await two.begin(quickPay(7.5), sender({ limits }));
  });

  test('cents and numbers are read as numbers, newest first', async () => {
    const { one } = await givenMachines();
    for (const amount of [90_000_000.01, 2]) await one.begin(quickPay(amount), sender());
    expect((await one.list()).map((it) => it.amount)).toEqual([2, 90_000_000.01]);
    expect(await one.sumMovedSinceCents('2026-03-02T00:00:00.000Z', live)).toBe(9_000_000_201);
  });

  test('of sixteen equal requests on two connections, one proceeds', async () => {
    const { one, two } = await givenMachines();
    const begun = await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) => (i % 2 ? one : two).begin(initiate(), sender())),
    );
    const refused = begun.filter((it) => it.status === 'rejected');
    expect(refused).toHaveLength(15);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(UnknownOutcomeError);
  });

  test('reconnects after the server was restarted', async () => {
    const { one } = await givenMachines();
    const { intentId } = await one.begin(initiate(), sender());
    await server.stop();
    await server.start();
    await one.recordOutcome(intentId, 'applied', seen());
    expect(await one.list()).toMatchObject([{ id: intentId, outcome: 'applied' }]);
  });

  test('without the server nothing starts, and a sent request is reported as unrecorded', async () => {
    const { one } = await givenMachines();
    const { intentId } = await one.begin(initiate(), sender());
    await server.stop();
    await expect(one.begin(initiate('pay_2'), sender())).rejects.toThrow(JournalUnavailableError);
    await expect(one.recordOutcome(intentId, 'applied', seen())).rejects.toThrow(JournalWriteError);
    await server.start();
    expect(await one.list()).toMatchObject([{ id: intentId, outcome: 'sending' }]);
  });

  test("another program's database is left unchanged", async () => {
    const where = server.schema('foreign_one');
    const store = await openAt({ address: where, schema: 'x' });
    onTestFinished(() => store.close());
    await sql`create table guests (name text)`.execute(store.db);
    await expect(openJournal(where, self)).rejects.toThrow(
      'it is a database, but not a journal (it holds guests)',
    );
  });

  test('a journal that lost its lock is not used', async () => {
    const where = server.schema('damaged');
    await (await openJournal(where, self)).close();
    const store = await openAt({ address: where, schema: 'x' });
    onTestFinished(() => store.close());
    await sql`drop index intents_lock`.execute(store.db);
    await expect(openJournal(where, self)).rejects.toThrow(
      'parts of it are missing: intents_lock.natural_key',
    );
  });
});
