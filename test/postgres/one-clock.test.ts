import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { ClockDifferenceError } from '../../src/money/journal/errors.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { remit } from '../helpers/run-command.ts';
import { initiate, seen, self, sender } from '../journal/fixture.ts';
import { openAsked, PAY } from '../safety/stub-payment-service.ts';
import { named, type Server, serverPrograms, startServer } from './server.ts';

const HOUR_MS = 3_600_000;

describe.skipIf(serverPrograms() === undefined)(named('hosts whose clocks differ'), () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.close());
  let clockMs = 0;
  beforeEach(() => {
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + clockMs);
    return () => {
      clockMs = 0;
      vi.restoreAllMocks();
    };
  });

  /** Runs work on a host whose clock is so many ms ahead. */
  async function ahead<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
    clockMs = ms;
    try {
      return await work();
    } finally {
      clockMs = 0;
    }
  }

  test('what one host records counts as recent on another, whatever its clock says', async () => {
    const where = server.schema('recent');
    const fast = await ahead(3 * HOUR_MS, () => openJournal(where, { ...self, machine: 'fast' }));
    const other = await openJournal(where, { ...self, machine: 'other' });
    onTestFinished(async () => void (await Promise.all([fast.close(), other.close()])));
    const { intentId } = await other.begin(initiate(), sender());
    await ahead(3 * HOUR_MS, async () => {
      expect(await fast.list({ unresolved: true })).toEqual([]);
      const judged = fast.resolve(intentId, 'not-applied', null);
      await expect(judged).rejects.toThrow('is sending it');
    });
    await other.recordOutcome(intentId, 'unknown', seen());
    await ahead(3 * HOUR_MS, async () => {
      const judged = fast.resolve(intentId, 'not-applied', null, { source: 'records' });
      await expect(judged).rejects.toThrow(ClockDifferenceError);
      const { intentId: id } = await fast.begin(initiate('pay_2'), sender());
      await fast.recordOutcome(id, 'applied', seen());
    });
    const times = (await other.list()).flatMap((it) => [it.createdAt, it.settledAt ?? '']);
    for (const at of times) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  });

  test.for([
    [3 * HOUR_MS, '3 hours ahead of'],
    [-90_000, '90 seconds behind'],
  ] as const)(
    'a host that is %i ms off is told so, pays, and judges nothing',
    async ([ms, difference]) => {
      const asked = await openAsked();
      onTestFinished(asked.close);
      const env = { ...asked.env, REMIT_JOURNAL_DATABASE: server.schema(`off_${Math.abs(ms)}`) };
      asked.answers((response) => response.destroy());
      expect((await remit(PAY, { env })).code).toBe(10);
      const judge = 'journal reconcile --quiet-period 0';
      await ahead(ms, async () => {
        const { code, err } = await remit(judge, { env });
        expect(code).toBe(3);
        expect(err).toContain(
          `The clock of this machine is ${difference} that of the journal's database`,
        );
        expect(err).not.toContain('REMIT_HOME');
        const listed = await remit('journal list', { env });
        expect([listed.code, listed.err]).toEqual([0, expect.stringContaining(difference)]);
        expect((await remit('pay initiate pay_2 --yes', { env })).code).toBe(10);
      });
      expect((await remit(judge, { env })).code).toBe(10);
    },
  );

  test('a host that is a few seconds off is told nothing', async () => {
    const where = server.schema('near');
    const journal = await ahead(25_000, () => openJournal(where, self));
    onTestFinished(() => journal.close());
    expect(journal.clockDifference()).toBeUndefined();
  });
});
