import { expect, test } from 'vitest';
import {
  DuplicateError,
  NonPositiveAmountError,
  UnknownOutcomeError,
} from '../../src/money/journal/errors.ts';
import { unmatchedIntent } from '../../src/money/journal/intent-draft.ts';
import {
  batch,
  changed,
  draftOf,
  givenJournal,
  initiate,
  live,
  quickPay,
  seen,
  sender,
} from './fixture.ts';

const elsewhere = { origin: 'https://also.pay.example', environment: 'live' };
const sandbox = { origin: 'http://127.0.0.1:4010', environment: 'test' };

test('a request sent to one base URL is not sent again to another', async () => {
  for (const of of [initiate, (_: string, to = live) => quickPay(12.5, to)]) {
    const { journal } = await givenJournal();
    const { intentId } = await journal.begin(of('pay_1', live), sender());
    await expect(journal.begin(of('pay_1', elsewhere), sender())).rejects.toThrow(
      UnknownOutcomeError,
    );
    await journal.recordOutcome(intentId, 'unknown', seen());
    await expect(journal.begin(of('pay_1', elsewhere), sender())).rejects.toThrow(
      UnknownOutcomeError,
    );
    await journal.resolve(intentId, 'applied', null);
    await expect(journal.begin(of('pay_1', elsewhere), sender())).rejects.toThrow(DuplicateError);
  }
});

test('a payable of an unresolved batch is not paid through another base URL', async () => {
  const { journal } = await givenJournal();
  const { intentId } = await journal.begin(batch('pay_1', 'pay_2'), sender());
  await journal.recordOutcome(intentId, 'unknown', seen());
  await expect(journal.begin(initiate('pay_2', elsewhere), sender())).rejects.toThrow(
    UnknownOutcomeError,
  );
});

test('a payment cancelled through another base URL can be made again', async () => {
  const { journal } = await givenJournal();
  const one = await journal.begin(initiate(), sender());
  await journal.recordOutcome(one.intentId, 'applied', seen('pmt_1'));
  const cancel = draftOf('pay.cancel', { params: { paymentId: 'pmt_1' } }, elsewhere);
  const two = await journal.begin(cancel, sender());
  await journal.recordOutcome(two.intentId, 'applied', seen('pmt_1'));
  await journal.begin(initiate(), sender());
});

test('the daily limit covers all base URLs, and test environments separately', async () => {
  const { journal } = await givenJournal();
  const since = '2026-03-02T00:00:00.000Z';
  const limits = [{ rule: 'maxPerDay', cents: 2000, since, policy: 'the policy' }] as const;
  await journal.begin(quickPay(12.5, live), sender({ limits }));
  const more = journal.begin(quickPay(7.51, elsewhere), sender({ limits }));
  await expect(more).rejects.toThrow(
    /\$12\.50 already moved today, and \$7\.51 more is over the limit: maxPerDay of the policy is \$20\.00/,
  );
  await journal.begin(quickPay(20, sandbox), sender({ limits }));
  expect(await journal.sumMovedSinceCents(since, elsewhere)).toBe(1250);
  expect(await journal.sumMovedSinceCents(since, sandbox)).toBe(2000);
});

test('a request to a test environment does not block others', async () => {
  const { journal } = await givenJournal();
  const { intentId } = await journal.begin(initiate('pay_1', sandbox), sender());
  await journal.recordOutcome(intentId, 'unknown', seen());
  await journal.begin(initiate('pay_1', live), sender());
});

test('a payment is blocked if its service is now called a test, or has another local name', async () => {
  for (const there of ['http://127.0.0.1:4010', 'http://localhost:4010', 'http://LOCALHOST:4010']) {
    const { journal } = await givenJournal();
    await journal.begin(quickPay(12.5, sandbox), sender());
    const again = quickPay(12.5, { origin: there, environment: 'live' });
    await expect(journal.begin(again, sender())).rejects.toThrow(UnknownOutcomeError);
    const other = { origin: 'http://127.0.0.1:4011', environment: 'live' };
    await journal.begin(quickPay(12.5, other), sender());
  }
});

test('a non-positive amount is never recorded', async () => {
  const { journal, folder } = await givenJournal();
  for (const cents of [0, -1, -5_000_000]) {
    const refused = journal.begin({ ...quickPay(), cents }, sender());
    await expect(refused).rejects.toThrow(NonPositiveAmountError);
    await expect(journal.check({ ...quickPay(), cents }, sender())).rejects.toThrow(
      NonPositiveAmountError,
    );
  }
  await journal.begin({ ...quickPay(), cents: null }, sender());
  await expect(changed(folder, 'update intents set cents = -1')).rejects.toThrow(/check/i);
});

test('a raw request that is no operation is blocked while unresolved, and not afterwards', async () => {
  const { journal } = await givenJournal();
  const draft = (to = live) =>
    unmatchedIntent({ method: 'POST', path: '/api/refunds', body: { a: 1 } }, to);
  const { intentId } = await journal.begin(draft(), sender());
  await journal.recordOutcome(intentId, 'unknown', seen());
  await expect(journal.begin(draft(elsewhere), sender())).rejects.toThrow(UnknownOutcomeError);
  await journal.resolve(intentId, 'applied', null);
  await journal.begin(draft(), sender());
});

test('every id in an unreadable request is locked like a payable', async () => {
  const { journal } = await givenJournal();
  const unreadable = draftOf('pay.bulkInitiate', { body: { items: [{ id: 'pay_1' }] } });
  const unmatched = unmatchedIntent({ method: 'POST', path: '/api/x' }, live);
  const one = await journal.begin({ ...unreadable, payableIds: ['pay_1', 'pay_2'] }, sender());
  await journal.begin({ ...unmatched, payableIds: ['pay_3', 'pay_3'] }, sender());
  for (const id of ['pay_1', 'pay_2', 'pay_3']) {
    await expect(journal.begin(initiate(id, elsewhere), sender())).rejects.toThrow(
      UnknownOutcomeError,
    );
  }
  await journal.recordOutcome(one.intentId, 'applied', seen());
  await expect(journal.begin(initiate('pay_2'), sender())).rejects.toThrow(DuplicateError);
  const next = { ...unmatched, keyParts: ['x'], naturalKey: 'x', payableIds: ['pay_2'] };
  await expect(journal.begin(next, sender())).rejects.toThrow(DuplicateError);
});
