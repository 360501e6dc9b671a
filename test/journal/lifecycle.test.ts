import { expect, test } from 'vitest';
import {
  DuplicateError,
  JournalWriteError,
  NothingToResolveError,
  UnknownOutcomeError,
  VerdictOutdatedError,
} from '../../src/money/journal/errors.ts';
import type { FinalOutcome } from '../../src/money/journal/intent.ts';
import {
  batch,
  cancellation,
  changed,
  draftOf,
  givenJournal,
  initiate,
  isAlive,
  quickPay,
  seen,
  self,
  sender,
  stateFolder,
  withdrawal,
} from './fixture.ts';

const HOUR_MS = 3_600_000;

test('a request in flight blocks an equal one until it is resolved', async () => {
  const { journal } = await givenJournal();
  const { intentId } = await journal.begin(initiate(), sender());

  const refused = journal.begin(initiate(), sender());
  await expect(refused).rejects.toThrow(UnknownOutcomeError);
  await expect(refused).rejects.toMatchObject({ intent: { id: intentId, outcome: 'sending' } });
  await expect(refused).rejects.toThrow(`process ${self.pid} is sending it`);
  await expect(journal.check(initiate(), sender())).rejects.toThrow(UnknownOutcomeError);

  await journal.begin(initiate('pay_2'), sender());
  await journal.recordOutcome(intentId, 'rejected', seen());
  await journal.begin(initiate(), sender());
});

test.for<FinalOutcome>(['not-sent', 'rejected', 'throttled'])(
  'after %s it may be sent again',
  async (outcome) => {
    const { journal } = await givenJournal();
    const { intentId } = await journal.begin(initiate(), sender());
    await journal.recordOutcome(intentId, outcome, seen());
    await journal.check(initiate(), sender());
    await journal.begin(initiate(), sender());
  },
);

test('an unknown outcome blocks an equal request, whatever overrides say', async () => {
  const { journal, wait } = await givenJournal();
  const { intentId } = await journal.begin(quickPay(), sender());
  await journal.recordOutcome(intentId, 'unknown', seen());
  wait(1_000 * HOUR_MS);

  for (const more of [
    {},
    { allowDuplicate: intentId },
    { liftedBy: [{ intentId, reason: 'returned' }] },
  ]) {
    const refused = journal.begin(quickPay(), sender(more));
    await expect(refused).rejects.toThrow(UnknownOutcomeError);
    await expect(refused).rejects.toMatchObject({ intent: { id: intentId, outcome: 'unknown' } });
    await expect(refused).rejects.toThrow(/its outcome is unknown/);
  }
});

test('a create without a natural key is blocked while unresolved, and not afterwards', async () => {
  const { journal } = await givenJournal();
  const invoice = (amount: number) =>
    draftOf('payable.create', { body: { connectionId: 'con_1', amount } });
  const { intentId } = await journal.begin(invoice(10), sender());
  await journal.recordOutcome(intentId, 'unknown', seen());
  await expect(journal.begin(invoice(10), sender())).rejects.toMatchObject({
    name: 'UnknownOutcomeError',
    intent: { id: intentId },
  });
  await journal.begin(invoice(11), sender());
  await journal.resolve(intentId, 'applied', null);
  await journal.begin(invoice(10), sender());
});

test('the request of an exited process has an unknown outcome', async () => {
  const folder = stateFolder();
  const gone = { pid: 999_999_999, isAlive };
  const { journal: one } = await givenJournal({ folder, as: gone });
  const { intentId } = await one.begin(initiate(), sender());

  const { journal: two } = await givenJournal({ folder });
  const refused = two.begin(initiate(), sender());
  await expect(refused).rejects.toThrow(UnknownOutcomeError);
  await expect(refused).rejects.toThrow(/its outcome is unknown/);
  expect(await two.list({ unresolved: true })).toMatchObject([
    { id: intentId, outcome: 'sending', verdict: null },
  ]);
});

test('an outcome that could not be recorded is unknown while the process still runs', async () => {
  const { journal, folder } = await givenJournal();
  const { intentId } = await journal.begin(initiate(), sender());
  expect(await journal.list({ unresolved: true })).toEqual([]);
  await changed(folder, nothingIsKept);
  await expect(journal.recordOutcome(intentId, 'applied', seen())).rejects.toThrow(
    JournalWriteError,
  );
  expect(await journal.list({ unresolved: true })).toMatchObject([{ id: intentId }]);
  await expect(journal.begin(initiate(), sender())).rejects.toThrow(/its outcome is unknown/);
  await journal.resolve(intentId, 'applied', null);
});

const nothingIsKept = {
  sqlite: "create trigger full before insert on outcomes begin select raise(abort, 'full'); end",
  postgres: `create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'full'; end $$;
    create trigger full_disk before insert on outcomes for each row execute function fail()`,
};

const guards = [
  ['a payable', initiate(), 24 * 365 * HOUR_MS, undefined],
  ['a quick payment', quickPay(), 23 * HOUR_MS, HOUR_MS],
  ['a withdrawal', withdrawal(), 23 * HOUR_MS, HOUR_MS],
  ['a batch', batch('pay_1', 'pay_2'), 29 * 24 * HOUR_MS, 24 * HOUR_MS],
] as const;

test.for(guards)('an applied %s blocks its repeat', async ([, draft, stillMs, thenMs]) => {
  const { journal, wait } = await givenJournal();
  const { intentId } = await journal.begin(draft, sender());
  await journal.recordOutcome(intentId, 'applied', seen('pmt_1'));

  for (const durationMs of [0, stillMs]) {
    wait(durationMs);
    const refused = journal.begin(draft, sender());
    await expect(refused).rejects.toThrow(DuplicateError);
    await expect(refused).rejects.toMatchObject({ intent: { id: intentId } });
  }
  if (thenMs === undefined) return;
  wait(thenMs);
  await journal.begin(draft, sender());
});

test.for([
  ['a cancellation', cancellation('pmt_1')],
  [
    'an invoice',
    draftOf('payable.create', { body: { connectionId: 'con_1', amount: 5, invoiceNumber: '7' } }),
  ],
] as const)('an applied %s may be repeated: the service decides', async ([, draft]) => {
  const { journal } = await givenJournal();
  const { intentId } = await journal.begin(draft, sender());
  await journal.recordOutcome(intentId, 'applied', seen());
  await journal.begin(draft, sender());
});

test('--allow-duplicate lifts the block of the named intent only', async () => {
  const { journal } = await givenJournal();
  const first = await journal.begin(quickPay(), sender());
  await journal.recordOutcome(first.intentId, 'applied', seen());
  const other = { allowDuplicate: 'int_aaaaaaaaaaaaaaaa' };
  await expect(journal.begin(quickPay(), sender(other))).rejects.toThrow(DuplicateError);

  const named = sender({ allowDuplicate: first.intentId });
  await journal.check(quickPay(), named);
  const second = await journal.begin(quickPay(), named);
  await journal.recordOutcome(second.intentId, 'applied', seen());
  expect((await journal.show(second.intentId))?.history[0]).toMatchObject({
    repeats: first.intentId,
    because: 'requested with --allow-duplicate',
  });

  const third = journal.begin(quickPay(), named);
  await expect(third).rejects.toThrow(DuplicateError);
  await expect(third).rejects.toMatchObject({ intent: { id: second.intentId } });
});

test('evidence that nothing was paid lifts the block, and is recorded', async () => {
  const { journal } = await givenJournal();
  const first = await journal.begin(initiate(), sender());
  await journal.recordOutcome(first.intentId, 'applied', seen('pmt_1'));

  const liftedBy = {
    intentId: first.intentId,
    reason: 'the service reports its payment as returned',
  };
  const second = await journal.begin(initiate(), sender({ overrides: [liftedBy] }));
  expect((await journal.show(second.intentId))?.history[0]).toMatchObject({
    repeats: first.intentId,
    because: liftedBy.reason,
  });
});

test.for([initiate(), quickPay()])('an applied cancellation lifts the block', async (draft) => {
  const { journal } = await givenJournal();
  const first = await journal.begin(draft, sender());
  await journal.recordOutcome(first.intentId, 'applied', seen('pmt_1'));

  const other = await journal.begin(cancellation('pmt_2'), sender());
  await journal.recordOutcome(other.intentId, 'applied', seen('pmt_2'));
  const refused = await journal.begin(cancellation('pmt_1'), sender());
  await journal.recordOutcome(refused.intentId, 'rejected', seen());
  await expect(journal.begin(draft, sender())).rejects.toThrow(DuplicateError);

  const cancel = await journal.begin(cancellation('pmt_1'), sender());
  await expect(journal.begin(draft, sender())).rejects.toThrow(DuplicateError);
  await journal.recordOutcome(cancel.intentId, 'applied', seen('pmt_1'));

  const intent = await journal.begin(draft, sender());
  expect((await journal.show(intent.intentId))?.history[0]).toMatchObject({
    repeats: first.intentId,
    because: `cancelled by ${cancel.intentId}`,
  });
  await journal.recordOutcome(intent.intentId, 'applied', seen('pmt_3'));
  await expect(journal.begin(draft, sender())).rejects.toThrow(DuplicateError);
});

test('describes a cancelled intent', async () => {
  const { journal } = await givenJournal();
  const first = await journal.begin(initiate(), sender());
  await journal.recordOutcome(first.intentId, 'applied', seen('pmt_1'));
  const intent = await journal.begin(initiate(), sender()).then(
    () => undefined,
    (error: unknown) => (error instanceof DuplicateError ? error.intent : undefined),
  );
  if (!intent) throw new Error('the guard let it through');
  expect(await journal.evidenceFor(intent)).toBeNull();

  const cancel = await journal.begin(cancellation('pmt_1'), sender());
  await journal.recordOutcome(cancel.intentId, 'applied', seen());
  expect(await journal.evidenceFor(intent)).toEqual({
    intentId: first.intentId,
    reason: `cancelled by ${cancel.intentId}`,
  });
});

test('a requested verdict takes effect by its approval, until the intent changes', async () => {
  const { journal } = await givenJournal();
  const { intentId } = await journal.begin(initiate(), sender());
  await expect(journal.verdictState(intentId)).rejects.toThrow(/is sending it/);
  await journal.recordOutcome(intentId, 'unknown', seen());
  const signed = { person: 'ada', signedAt: '2026-03-02T15:00:00.000Z', signature: 's' };
  const { head, request } = await journal.verdictState(intentId);
  expect(request).toBeUndefined();
  await expect(journal.approveVerdict(intentId, { ...signed, after: head })).rejects.toThrow(
    VerdictOutdatedError,
  );
  const requested = { ...signed, after: head, verdict: 'not-applied', note: 'seen' } as const;
  await journal.requestVerdict(intentId, requested);
  await expect(journal.requestVerdict(intentId, requested)).rejects.toThrow(VerdictOutdatedError);
  const pending = await journal.verdictState(intentId);
  expect(pending.request).toEqual(requested);
  // It changes nothing yet: the request still blocks its duplicate.
  await expect(journal.begin(initiate(), sender())).rejects.toThrow(UnknownOutcomeError);
  await journal.approveVerdict(intentId, { ...signed, person: 'bo', after: pending.head });
  expect(await journal.show(intentId)).toMatchObject({ verdict: 'not-applied' });
  await expect(
    journal.approveVerdict(intentId, { ...signed, person: 'bo', after: pending.head }),
  ).rejects.toThrow(VerdictOutdatedError);
  expect(await journal.verify()).toMatchObject({ findings: [] });
});

test('a verdict resolves an unknown outcome: not applied unblocks, applied blocks', async () => {
  const { journal } = await givenJournal();
  const first = await journal.begin(initiate(), sender());
  await journal.recordOutcome(first.intentId, 'unknown', seen());
  await journal.resolve(first.intentId, 'not-applied', 'the bank shows nothing');
  expect(await journal.list({ unresolved: true })).toEqual([]);

  const second = await journal.begin(initiate(), sender());
  await journal.recordOutcome(second.intentId, 'unknown', seen());
  await journal.resolve(second.intentId, 'applied', null);
  await expect(journal.begin(initiate(), sender())).rejects.toThrow(DuplicateError);

  await journal.resolve(second.intentId, 'not-applied', 'it was another one');
  await journal.begin(initiate(), sender());
  expect((await journal.show(second.intentId))?.history.slice(2)).toEqual([
    { at: expect.any(String), event: 'resolved as applied', note: null },
    { at: expect.any(String), event: 'resolved as not-applied', note: 'it was another one' },
  ]);
});

test('no verdict is accepted for a known outcome, a request in flight or an unknown intent', async () => {
  const { journal } = await givenJournal();
  const done = await journal.begin(initiate(), sender());
  await journal.recordOutcome(done.intentId, 'applied', seen());
  const live = await journal.begin(quickPay(), sender());

  for (const id of [done.intentId, live.intentId, 'int_aaaaaaaaaaaaaaaa']) {
    await expect(journal.resolve(id, 'not-applied', null)).rejects.toThrow(NothingToResolveError);
  }
  await expect(journal.begin(initiate(), sender())).rejects.toThrow(DuplicateError);
  await expect(journal.begin(quickPay(), sender())).rejects.toThrow(UnknownOutcomeError);
});

test('an outcome is recorded once; a failure to record it is reported', async () => {
  const { journal } = await givenJournal();
  const { intentId } = await journal.begin(initiate(), sender());
  await journal.recordOutcome(intentId, 'applied', seen('pmt_1'));

  await expect(journal.recordOutcome(intentId, 'rejected', seen())).rejects.toThrow(
    JournalWriteError,
  );
  expect(await journal.show(intentId)).toMatchObject({ outcome: 'applied', paymentId: 'pmt_1' });
  const missing = journal.recordOutcome('int_aaaaaaaaaaaaaaaa', 'applied', seen());
  await expect(missing).rejects.toMatchObject({
    name: 'JournalWriteError',
    intentId: 'int_aaaaaaaaaaaaaaaa',
    outcome: 'applied',
  });
});
