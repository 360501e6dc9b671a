import { expect, test } from 'vitest';
import { DuplicateError, OtherBodyError } from '../../src/money/journal/errors.ts';
import type { IntentDraft } from '../../src/money/journal/intent-draft.ts';
import { withReference } from '../../src/money/journal/intent-draft.ts';
import { payablesOf } from '../../src/money/journal/intent-payables.ts';
import type { Journal } from '../../src/money/journal/journal.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import type { SendContext } from '../../src/money/journal/send-context.ts';
import {
  batch,
  cancellation,
  draftOf,
  givenJournal,
  initiate,
  quickPay,
  seen,
  self,
  sender,
  whereOf,
} from './fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Makes a payment, or a batch with a payment of each payable; returns its id. */
async function paid(
  journal: Journal,
  draft: IntentDraft,
  more: Partial<SendContext> = {},
  paymentId = 'pmt_0',
) {
  const { intentId } = await journal.begin(draft, sender(more));
  const payments = draft.payableIds?.map((payableId) => ({
    ...{ payableId, paymentId: payableId.replace('pay', 'pmt') },
  }));
  await journal.recordOutcome(intentId, 'applied', {
    ...seen(payments ? null : paymentId),
    ...(payments && { payments }),
  });
  return intentId;
}

test('a batch is made again once each of its payments was cancelled', async () => {
  const { journal } = await givenJournal();
  const first = await paid(journal, batch('pay_1', 'pay_2'));
  const cancelled = [
    await paid(journal, cancellation('pmt_1')),
    await paid(journal, cancellation('pmt_2')),
  ];
  const { intentId } = await journal.begin(batch('pay_2', 'pay_1'), sender());
  expect((await journal.show(intentId))?.history[0]).toMatchObject({
    ...{ repeats: first, because: `cancelled by ${cancelled.join(' ')}` },
  });
  expect((await journal.verify()).findings).toEqual([]);
});

test('a batch is not made again although its payables were paid and cancelled otherwise since', async () => {
  const { journal } = await givenJournal();
  const many = await paid(journal, batch('pay_1', 'pay_2'));
  const allowDuplicate = many;
  await paid(journal, initiate('pay_1'), { allowDuplicate }, 'pmt_11');
  await paid(journal, initiate('pay_2'), { allowDuplicate }, 'pmt_12');
  for (const id of ['pmt_11', 'pmt_12']) await paid(journal, cancellation(id));
  const again = journal.check(batch('pay_1', 'pay_2'), sender());
  await expect(again).rejects.toThrow(DuplicateError);
  await expect(again).rejects.toMatchObject({ intent: { id: many }, paid: [] });
});

test('what is stopped names the payables that each earlier payment paid last', async () => {
  const { journal } = await givenJournal();
  const many = await paid(journal, batch('pay_1', 'pay_2'));
  const one = await paid(journal, initiate('pay_1'), { allowDuplicate: many });
  const stopped = (more: Partial<SendContext> = {}) =>
    journal.check(batch('pay_1', 'pay_2', 'pay_3'), sender(more)).then(
      () => undefined,
      (error) => [
        error.intent.id,
        error.paid.map(({ payableId }: { payableId: string }) => payableId),
      ],
    );
  expect(await stopped()).toEqual([one, ['pay_1']]);
  expect(await stopped({ allowDuplicate: one })).toEqual([many, ['pay_2']]);
});

test('only the newest payment of a payable needs a reason to be repeated', async () => {
  const { journal } = await givenJournal();
  const reason = 'the service reports its payment as returned';
  const first = await paid(journal, initiate());
  const second = await paid(journal, initiate(), { overrides: [{ intentId: first, reason }] });
  await journal.check(initiate(), sender({ overrides: [{ intentId: second, reason }] }));
  await journal.check(initiate(), sender({ allowDuplicate: second }));
});

test('a payment of a reference is made once, however long ago it was', async () => {
  const { journal, wait } = await givenJournal();
  const rent = withReference(quickPay(), 'rent-march');
  await paid(journal, rent);
  wait(400 * DAY_MS);
  await expect(journal.check(rent, sender())).rejects.toThrow(DuplicateError);
  await journal.check(withReference(quickPay(), 'rent-april'), sender());
});

test('a clock that runs ahead here lifts no block while a day has not passed at the service', async () => {
  const { journal, wait } = await givenJournal();
  const at = (ms: number) => new Date(Date.parse('2026-03-02T15:00:00.000Z') + ms).toISOString();
  await paid(journal, quickPay(), { serviceTime: at(0) });
  await paid(journal, quickPay(99));
  wait(2 * DAY_MS);
  const check = (draft: IntentDraft, serviceTime: string | null) =>
    journal.check(draft, sender({ serviceTime }));
  for (const ms of [0, DAY_MS - 1])
    await expect(check(quickPay(), at(ms))).rejects.toThrow(DuplicateError);
  await check(quickPay(), at(DAY_MS));
  await check(quickPay(), null);
  await check(quickPay(99), at(0));
});

test('a cancellation, or a batch whose payments are not named, is no proof of itself', async () => {
  const { journal } = await givenJournal();
  await paid(journal, cancellation('pmt_1'), {}, 'pmt_1');
  const { intentId } = await journal.begin(batch('pay_1'), sender());
  await journal.recordOutcome(intentId, 'applied', seen());
  for (const intent of await journal.list()) {
    expect(await journal.evidenceFor({ ...intent, serviceTime: null })).toBe(null);
  }
  await expect(journal.check(batch('pay_1'), sender())).rejects.toThrow(DuplicateError);
});

test('a batch under its old key is not lifted by the reason of another payment', async () => {
  const { journal, wait } = await givenJournal();
  const counts = { ended: [0], raised: 0 };
  const many = await paid(journal, batch('pay_1'), { counts });
  wait(31 * DAY_MS);
  const one = await paid(journal, initiate('pay_1'), { counts, allowDuplicate: many });
  const overrides = [{ intentId: one, reason: 'returned' }];
  const other = { ...batch('pay_1'), bodyHash: 'b'.repeat(64) };
  await journal.check(batch('pay_1'), sender({ counts, overrides }));
  const stopped = journal.check(other, sender({ counts, overrides }));
  await expect(stopped).rejects.toThrow(OtherBodyError);
  await expect(stopped).rejects.toMatchObject({ intentId: many });
});

test('a payment that a verdict says was made does not bind the next one to its request', async () => {
  const { journal, wait } = await givenJournal();
  const counts = { ended: [], raised: 0 };
  const { intentId, idempotencyKey } = await journal.begin(quickPay(), sender({ counts }));
  await journal.recordOutcome(intentId, 'unknown', seen());
  await journal.resolve(intentId, 'applied', null);
  wait(2 * DAY_MS);
  const other = { ...quickPay(), bodyHash: 'b'.repeat(64) };
  expect(await journal.check(other, sender({ counts }))).not.toBe(idempotencyKey);
});

test('a refusal is followed by the key of the next number', async () => {
  const { journal } = await givenJournal();
  const counts = { ended: [0], raised: 0 };
  const { intentId } = await journal.begin(initiate(), sender({ counts }));
  await journal.recordOutcome(intentId, 'rejected', seen());
  const other = { ...initiate(), bodyHash: 'b'.repeat(64) };
  expect(await journal.check(other, sender({ counts }))).toBe(
    await journal.check(other, sender({ counts: { ...counts, raised: 1 } })),
  );
});

test('what a request pays is its payable, or those of its rows', () => {
  expect(payablesOf(initiate('pay_1'))).toEqual(['pay_1']);
  expect(payablesOf({ ...initiate('pay_1'), payableIds: ['pay_2', 'pay_1'] })).toEqual([
    ...['pay_1', 'pay_2'],
  ]);
  expect(payablesOf(batch('pay_2', 'pay_1', 'pay_2'))).toEqual(['pay_2', 'pay_1']);
  expect(payablesOf({ ...initiate(), payableId: null })).toEqual([]);
  const reminder = draftOf('payable.remind', { params: { payableId: 'pay_1' } });
  expect([reminder.payableId, payablesOf(reminder)]).toEqual(['pay_1', []]);
});

test('the rows of a plan that pay no payables are listed with none', async () => {
  const { journal } = await givenJournal();
  const plan = { plan: 'a'.repeat(64), batch: 3 };
  await journal.begin(quickPay(), sender({ plan }));
  expect(await journal.listPlanIntents(plan.plan)).toMatchObject([{ batch: 3, paid: [] }]);
});

test('a payment whose outcome contradicts its verdict is not asked about as one with an unknown outcome', async () => {
  const { journal, folder } = await givenJournal();
  const payees = [{ businessId: 'biz_2', connectionId: 'con_1', cents: 1_250 }];
  const { intentId } = await journal.begin({ ...initiate(), payees }, sender());
  const judge = { ...self, pid: self.pid + 1, isAlive: () => false };
  const other = await openJournal(whereOf(folder), judge, () => Date.parse('2026-03-02T15:00Z'));
  await other.resolve(intentId, 'not-applied', null);
  await journal.recordOutcome(intentId, 'applied', seen('pmt_1')).catch(() => {});
  expect(await other.listSimilar({ ...quickPay(), payees })).toEqual([]);
  await other.close();
});

test('amounts of two payees are not mixed up', async () => {
  const { journal } = await givenJournal();
  const payee = (businessId: string, cents: number) => ({
    ...{ businessId, connectionId: null, cents },
  });
  const draft = { ...batch('pay_1', 'pay_2'), payees: [payee('biz_a', 1), payee('biz_b', 2)] };
  const { intentId } = await journal.begin(draft, sender());
  await journal.recordOutcome(intentId, 'unknown', seen());
  const swapped = [payee('biz_a', 2), payee('biz_b', 1)];
  expect(await journal.listSimilar({ ...batch('pay_3'), payees: swapped })).toEqual([]);
});
