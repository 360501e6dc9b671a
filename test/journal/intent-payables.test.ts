import { expect, test } from 'vitest';
import {
  DuplicateError,
  OtherBodyError,
  UnknownOutcomeError,
} from '../../src/money/journal/errors.ts';
import { batch, cancellation, givenJournal, initiate, seen, sender } from './fixture.ts';

test('a payable in an unresolved batch cannot be paid otherwise', async () => {
  const { journal } = await givenJournal();
  const { intentId } = await journal.begin(batch('pay_1', 'pay_2'), sender());
  await journal.recordOutcome(intentId, 'unknown', seen());
  for (const draft of [initiate('pay_2'), batch('pay_2'), batch('pay_3', 'pay_1')]) {
    await expect(journal.begin(draft, sender())).rejects.toThrow(UnknownOutcomeError);
  }
  await journal.begin(batch('pay_3', 'pay_4'), sender());
  await journal.resolve(intentId, 'not-applied', null);
  await expect(journal.begin(initiate('pay_2'), sender())).rejects.toThrow(OtherBodyError);
  await journal.begin(initiate('pay_2'), sender({ allowDuplicate: intentId }));
});

test('a payable that was paid alone cannot be paid in a batch', async () => {
  const { journal } = await givenJournal();
  const one = await journal.begin(initiate('pay_1'), sender());
  await journal.recordOutcome(one.intentId, 'applied', seen('pmt_1'));
  const begun = journal.begin(batch('pay_1', 'pay_2'), sender());
  await expect(begun).rejects.toMatchObject({
    intent: { id: one.intentId },
    paid: [{ payableId: 'pay_1' }],
  });
});

test('a batch is repeated only if each of its payments ended without paying', async () => {
  const { journal } = await givenJournal();
  const { intentId } = await journal.begin(batch('pay_1', 'pay_2', 'pay_3'), sender());
  const payments = [1, 2, 3].map((it) => ({ payableId: `pay_${it}`, paymentId: `pmt_${it}` }));
  await journal.recordOutcome(intentId, 'applied', { ...seen(), payments });
  const again = batch('pay_1', 'pay_2');
  await expect(journal.begin(again, sender())).rejects.toThrow(DuplicateError);

  for (const paymentId of ['pmt_1', 'pmt_2']) {
    await expect(journal.begin(again, sender())).rejects.toThrow(DuplicateError);
    const cancel = await journal.begin(cancellation(paymentId), sender());
    await journal.recordOutcome(cancel.intentId, 'applied', seen(paymentId));
  }
  await journal.begin(again, sender());
  await expect(journal.begin(initiate('pay_3'), sender())).rejects.toThrow(DuplicateError);
});

test('the newest payment of a payable counts, single or batch', async () => {
  const { journal } = await givenJournal();
  const first = await journal.begin(initiate('pay_1'), sender());
  await journal.recordOutcome(first.intentId, 'applied', seen('pmt_1'));
  const liftedBy = [{ intentId: first.intentId, reason: 'returned' }];
  const second = await journal.begin(batch('pay_1', 'pay_2'), sender({ overrides: liftedBy }));
  await journal.recordOutcome(second.intentId, 'applied', seen());
  await expect(
    journal.begin(initiate('pay_1'), sender({ overrides: liftedBy })),
  ).rejects.toMatchObject({
    intent: { id: second.intentId },
  });
});

test('the intents of a payment run are listed with their payables', async () => {
  const { journal } = await givenJournal();
  const of = (number: number) => sender({ plan: { plan: 'a'.repeat(64), batch: number } });
  const one = await journal.begin(batch('pay_1', 'pay_2'), of(1));
  const payments = [{ payableId: 'pay_2', paymentId: 'pmt_2' }];
  await journal.recordOutcome(one.intentId, 'applied', { ...seen(), payments });
  await journal.begin(batch('pay_3'), of(2));
  await journal.begin(batch('pay_4'), sender());

  expect(await journal.listPlanIntents('a'.repeat(64))).toMatchObject([
    {
      batch: 1,
      outcome: 'applied',
      paid: [
        { payableId: 'pay_1', paymentId: null },
        { payableId: 'pay_2', paymentId: 'pmt_2' },
      ],
    },
    { batch: 2, outcome: 'sending', paid: [{ payableId: 'pay_3', paymentId: null }] },
  ]);
  expect(await journal.listPlanIntents('b'.repeat(64))).toEqual([]);
});
