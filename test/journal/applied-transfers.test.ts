import { expect, test } from 'vitest';
import {
  batch,
  cancellation,
  givenJournal,
  initiate,
  quickPay,
  seen,
  sender,
  withdrawal,
} from './fixture.ts';

test('lists what was applied, by outcome or by verdict, with what identifies it', async () => {
  const { journal } = await givenJournal();
  const done = async (draft: Parameters<typeof journal.begin>[0], id: string | null) => {
    const { intentId } = await journal.begin(draft, sender());
    await journal.recordOutcome(intentId, 'applied', seen(id));
    return intentId;
  };
  const single = await done(initiate('pay_1'), 'pmt_1');
  const taken = await done(withdrawal(), 'wd_1');
  const { intentId: many } = await journal.begin(batch('pay_2', 'pay_3'), sender());
  await journal.recordOutcome(many, 'applied', {
    ...seen(),
    payments: [{ payableId: 'pay_2', paymentId: 'pmt_2' }],
  });
  const { intentId: resolved } = await journal.begin(quickPay(), sender());
  await journal.recordOutcome(resolved, 'unknown', seen());
  await journal.resolve(resolved, 'applied', 'seen on the statement');
  const { intentId: refused } = await journal.begin(initiate('pay_4'), sender());
  await journal.recordOutcome(refused, 'rejected', seen());

  expect(await journal.listAppliedTransfers()).toEqual([
    expect.objectContaining({ id: resolved, payables: [], notes: ['seen on the statement'] }),
    expect.objectContaining({
      id: many,
      fundingSourceId: null,
      payables: [
        { payableId: 'pay_2', paymentId: 'pmt_2' },
        { payableId: 'pay_3', paymentId: null },
      ],
    }),
    expect.objectContaining({ id: taken, serverId: 'wd_1', fundingSourceId: 'fs_1', notes: [] }),
    expect.objectContaining({ id: single, paymentId: 'pmt_1', fundingSourceId: 'fs_1' }),
  ]);
});

test('leaves out a payment that was cancelled, and one that was found not to be applied', async () => {
  const { journal } = await givenJournal();
  const { intentId: paid } = await journal.begin(initiate('pay_1'), sender());
  await journal.recordOutcome(paid, 'applied', seen('pmt_1'));
  const { intentId: cancelled } = await journal.begin(cancellation('pmt_1'), sender());
  await journal.recordOutcome(cancelled, 'applied', seen());
  const { intentId: lost } = await journal.begin(quickPay(), sender());
  await journal.recordOutcome(lost, 'unknown', seen());
  await journal.resolve(lost, 'not-applied', null);
  expect(await journal.listAppliedTransfers()).toEqual([]);
});
