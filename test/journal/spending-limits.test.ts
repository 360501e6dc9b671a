import { expect, test } from 'vitest';
import { SpendingLimitError } from '../../src/money/journal/errors.ts';
import type { PayeeAmount } from '../../src/money/journal/intent-payees.ts';
import type { SpendingRule } from '../../src/money/journal/spending-limits.ts';
import { draftOf, givenJournal, initiate, live, seen, sender } from './fixture.ts';

const since = '2026-03-02T05:00:00.000Z';

/** Returns the context of a request under one limit of $100.00. */
const under = (rule: SpendingRule, more: Parameters<typeof sender>[0] = {}) =>
  sender({ limits: [{ rule, cents: 10_000, since, policy: 'the policy' }], ...more });

/** Returns the draft of a payment to a payee; each is of another payable. */
const payment = (cents: number, { businessId, connectionId }: Omit<PayeeAmount, 'cents'>) => ({
  ...initiate(`pay_${++count}`),
  cents,
  payees: [{ businessId, connectionId, cents }],
});
let count = 0;

const coastal = { businessId: 'biz_coastal', connectionId: 'con_1' };
const again = { businessId: 'biz_coastal', connectionId: 'con_2' };
const unnamed = { businessId: null, connectionId: 'con_1' };
const other = { businessId: 'biz_other', connectionId: 'con_3' };

test('a payee is one business, whatever the connection, and one connection if the business is not stated', async () => {
  const { journal } = await givenJournal();
  await journal.begin(payment(6_000, coastal), sender());
  const next = (payee: typeof unnamed | typeof coastal) =>
    journal.check(payment(4_001, payee), under('maxPerPayeePerDay'));
  await expect(next(coastal)).rejects.toThrow(SpendingLimitError);
  await expect(next(again)).rejects.toThrow(SpendingLimitError);
  await expect(next(unnamed)).rejects.toThrow(SpendingLimitError);
  await next(other);
  await journal.check(payment(4_000, again), under('maxPerPayeePerDay'));
});

test('payees that the service does not state are one payee', async () => {
  const { journal } = await givenJournal();
  const unstated = { businessId: null, connectionId: null };
  await journal.begin(payment(6_000, unstated), sender());
  const next = journal.check(payment(4_001, unstated), under('maxPerPayeePerDay'));
  await expect(next).rejects.toThrow(/already moved to an unstated payee today/);
  await journal.check(payment(4_000, unstated), under('maxPerPayeePerDay'));
  await expect(
    journal.check(payment(10_001, unstated), under('dualApprovalAbove')),
  ).rejects.toThrow(SpendingLimitError);
});

test('the rows of one batch for one payee are added up', async () => {
  const { journal } = await givenJournal();
  const draft = {
    ...initiate('pay_batch'),
    cents: 10_002,
    payees: [
      { ...coastal, cents: 5_001 },
      { ...again, cents: 5_001 },
    ],
  };
  await expect(journal.begin(draft, under('dualApprovalAbove'))).rejects.toThrow(
    'Not sent: $0.00 already moved to biz_coastal today, and $100.02 more needs an approved plan: dualApprovalAbove of the policy is $100.00.',
  );
});

test('the verdict of a person does not lower a sum, that of the service’s records does', async () => {
  const { journal } = await givenJournal();
  const lost = async () => {
    const { intentId } = await journal.begin(payment(6_000, coastal), sender());
    await journal.recordOutcome(intentId, 'unknown', seen());
    return intentId;
  };
  const byPerson = await lost();
  await journal.resolve(byPerson, 'not-applied', 'nothing in the log');
  for (const rule of ['maxPerDay', 'maxPerMonth', 'maxPerPayeePerDay'] as const) {
    await expect(journal.check(payment(4_001, coastal), under(rule))).rejects.toThrow(
      SpendingLimitError,
    );
  }
  await journal.resolve(byPerson, 'not-applied', 'no such payment', { source: 'records' });
  await journal.check(payment(10_000, coastal), under('maxPerDay'));
  await journal.resolve(byPerson, 'applied', 'it arrived after all');
  await journal.resolve(byPerson, 'not-applied', null);
  await expect(journal.check(payment(4_001, coastal), under('maxPerDay'))).rejects.toThrow(
    SpendingLimitError,
  );
});

test('what was certainly not sent does not count, what may have been does', async () => {
  const { journal } = await givenJournal();
  for (const outcome of ['not-sent', 'rejected', 'throttled', 'unknown'] as const) {
    const { intentId } = await journal.begin(payment(3_000, coastal), sender());
    await journal.recordOutcome(intentId, outcome, seen());
  }
  await journal.check(payment(7_000, coastal), under('maxPerDay'));
  await expect(journal.check(payment(7_001, coastal), under('maxPerDay'))).rejects.toThrow(
    /\$30\.00 already moved today, and \$70\.01 more/,
  );
});

test('the batches of one plan are one run, over all its processes', async () => {
  const { journal } = await givenJournal();
  const plan = (batch: number) => ({ plan: { plan: 'a'.repeat(64), batch } });
  await journal.begin(payment(6_000, coastal), under('maxPerRun', plan(1)));
  const second = journal.begin(payment(4_001, other), under('maxPerRun', plan(2)));
  await expect(second).rejects.toThrow(/already moved in this run/);
  await journal.begin(payment(4_000, other), under('maxPerRun', plan(2)));
  await journal.begin(payment(9_000, other), under('maxPerRun'));
});

test('a whole run is checked before its first request', async () => {
  const { journal } = await givenJournal();
  await journal.begin(payment(6_000, coastal), sender());
  const limits = under('maxPerPayeePerDay').limits ?? [];
  const run = (cents: number) =>
    journal.assertWithinLimits({ ...live, cents, payees: [{ ...again, cents }] }, limits);
  await run(4_000);
  await expect(run(4_001)).rejects.toThrow(SpendingLimitError);
});

test('a run is told from what was paid beside it, a day counts both', async () => {
  const { journal } = await givenJournal();
  const plan = (name: string) => ({ plan: { plan: name.repeat(64), batch: 1 } });
  await journal.begin(payment(6_000, coastal), sender(plan('a')));
  await journal.begin(payment(7_000, other), under('maxPerRun', plan('b')));
  await expect(journal.check(payment(1, other), under('maxPerDay', plan('b')))).rejects.toThrow(
    '$130.00 already moved today',
  );
});

test('an invoice that is sent moves nothing', async () => {
  const { journal } = await givenJournal();
  const invoice = draftOf('payable.create', { body: { connectionId: 'con_1', amount: 900 } });
  await journal.begin(invoice, sender());
  await journal.check(payment(10_000, coastal), under('maxPerDay'));
  expect(await journal.sumMovedSinceCents(since, live)).toBe(0);
});
