import { expect, test } from 'vitest';
import {
  DuplicateError,
  JournalWriteError,
  NothingToResolveError,
  SpendingLimitError,
  UnknownOutcomeError,
  VerdictContradictedError,
  VerdictOutdatedError,
} from '../../src/money/journal/errors.ts';
import type { FinalOutcome } from '../../src/money/journal/intent.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { givenJournal, initiate, live, quickPay, seen, self, sender, whereOf } from './fixture.ts';

const since = '2026-03-02T00:00:00.000Z';
const limits = [{ rule: 'maxPerDay', cents: 264_050, since, policy: 'the policy' }] as const;

/** A request that is being sent, and another process that takes its sender for ended. */
async function givenSending(draft = initiate()) {
  const { journal, folder, wait } = await givenJournal();
  const { intentId } = await journal.begin(draft, sender());
  const other = await openJournal(
    whereOf(folder),
    { ...self, pid: self.pid + 1, isAlive: () => false },
    () => Date.parse('2026-03-02T15:00:01.000Z'),
  );
  const ended = (outcome: FinalOutcome) =>
    journal.recordOutcome(intentId, outcome, seen(outcome === 'applied' ? 'pmt_1' : null));
  return { journal, other, intentId, ended, wait };
}

test('a payment that was applied is not made again, whatever was said of it while it was sent', async () => {
  const { journal, other, intentId, ended } = await givenSending();
  await other.resolve(intentId, 'not-applied', 'nothing in the log');
  const told: unknown = await ended('applied').catch((error) => error);

  await expect(other.begin(initiate(), sender())).rejects.toThrow(DuplicateError);
  expect(told).toBeInstanceOf(VerdictContradictedError);
  expect(await journal.listAppliedTransfers()).toMatchObject([{ id: intentId }]);
  expect(await journal.listPayments(live)).toMatchObject([{ intentId, outcome: 'applied' }]);
  expect((await journal.verify()).findings).toEqual([]);
  await other.close();
});

test.for(['person', 'records'] as const)(
  'the sum of a day counts an applied payment that a finding of %s denies',
  async (source) => {
    const { journal, other, intentId, ended } = await givenSending(quickPay(2_640.5));
    await other.resolve(intentId, 'not-applied', 'no such payment', { source });
    await ended('applied').catch(() => {});
    expect(await journal.sumMovedSinceCents(since, live)).toBe(264_050);
    const more = other.begin(quickPay(10.5), sender({ limits }));
    await expect(more).rejects.toThrow(SpendingLimitError);
    await other.close();
  },
);

test('a verdict that the outcome contradicts is listed until a person has seen it', async () => {
  const { journal, other, intentId, ended } = await givenSending();
  await other.resolve(intentId, 'not-applied', null);
  await expect(ended('applied')).rejects.toThrow('an equal request may have been sent since');
  const row = { id: intentId, outcome: 'applied', verdict: 'not-applied', contradicted: true };
  expect(await other.list({ unresolved: true })).toMatchObject([row]);
  expect(await other.listUnresolved()).toMatchObject([row]);

  for (const verdict of ['applied', 'not-applied'] as const) {
    const found = other.resolve(intentId, verdict, 'in the log', { source: 'records' });
    await expect(found).rejects.toThrow('a person has to look at it');
  }
  await expect(other.resolve(intentId, 'not-applied', null)).rejects.toThrow(
    `The outcome of ${intentId} is known: applied. Only --applied can be recorded.`,
  );
  await other.resolve(intentId, 'applied', 'paid once, asked the bank');
  expect(await other.list({ unresolved: true })).toEqual([]);
  expect(await other.list()).toMatchObject([{ verdict: 'applied', contradicted: false }]);
  await expect(other.resolve(intentId, 'applied', null)).rejects.toThrow(NothingToResolveError);
  expect((await journal.verify()).findings).toEqual([]);
  await other.close();
});

test('an unknown outcome reopens what was judged as not made before the request had ended', async () => {
  const { other, intentId, ended } = await givenSending();
  await other.resolve(intentId, 'not-applied', 'nothing in the log yet', { source: 'records' });
  await ended('unknown');
  expect(await other.sumMovedSinceCents(since, live)).toBe(0);
  expect(await other.list({ unresolved: true })).toMatchObject([{ id: intentId }]);
  await expect(other.begin(initiate(), sender())).rejects.toThrow(UnknownOutcomeError);
  await other.resolve(intentId, 'not-applied', 'asked the bank');
  await other.begin(initiate(), sender());
  await other.close();
});

test('an unknown outcome is recorded although the request was repeated after a verdict', async () => {
  const { journal, other, intentId, ended } = await givenSending();
  await other.resolve(intentId, 'not-applied', null);
  const repeat = await other.begin(initiate(), sender());
  await ended('unknown');
  await other.recordOutcome(repeat.intentId, 'unknown', seen());
  const open = (await other.list({ unresolved: true })).map(({ id }) => id);
  expect(open).toEqual([repeat.intentId, intentId]);
  expect((await journal.verify()).findings).toEqual([]);
  await other.close();
});

test('a refused request blocks nothing, although it was judged as applied', async () => {
  const { other, intentId, ended } = await givenSending();
  await other.resolve(intentId, 'applied', 'the payable shows a payment', { source: 'records' });
  await ended('rejected');
  expect(await other.list({ unresolved: true })).toMatchObject([{ contradicted: true }]);
  await other.begin(initiate(), sender());
  await other.close();
});

test('a verdict that the outcome upholds is not listed', async () => {
  for (const [verdict, outcome] of [
    ['applied', 'applied'],
    ['applied', 'unknown'],
    ['not-applied', 'rejected'],
  ] as const) {
    const { other, intentId, ended } = await givenSending();
    await other.resolve(intentId, verdict, null);
    await ended(outcome);
    expect(await other.list({ unresolved: true })).toEqual([]);
    await other.close();
  }
});

test('an outcome is recorded once, and a second one replaces nothing', async () => {
  const { journal, intentId, ended } = await givenSending();
  await ended('applied');
  const second = journal.recordOutcome(intentId, 'rejected', seen());
  await expect(second).rejects.toThrow(JournalWriteError);
  await expect(second).rejects.toThrow('its outcome is recorded already: applied');
  expect(await journal.list()).toMatchObject([{ outcome: 'applied' }]);
});

test('what records show is not written over what a person said meanwhile', async () => {
  const { other, intentId, ended } = await givenSending();
  await ended('unknown');
  const [judged] = await other.listUnresolved();
  await other.resolve(intentId, 'applied', 'the bank has it');
  const late = other.resolve(intentId, 'not-applied', null, { source: 'records', judged });
  await expect(late).rejects.toThrow(VerdictOutdatedError);
  expect(await other.list()).toMatchObject([{ verdict: 'applied' }]);
  await other.close();
});

test('a payment that the records show proves one request, also if two judge at the same moment', async () => {
  const { journal, wait } = await givenJournal();
  const unknown = async (amount: number) => {
    const { intentId } = await journal.begin(quickPay(amount), sender());
    await journal.recordOutcome(intentId, 'unknown', seen(null));
    return intentId;
  };
  const [first, second] = [await unknown(10), await unknown(20)];
  wait(1_000);
  const proof = { source: 'records', serverId: 'pmt_7' } as const;
  await journal.resolve(first, 'applied', null, proof);
  await expect(journal.resolve(second, 'applied', null, proof)).rejects.toThrow(
    VerdictOutdatedError,
  );
  expect(await journal.listUnresolved()).toMatchObject([{ id: second }]);
});
