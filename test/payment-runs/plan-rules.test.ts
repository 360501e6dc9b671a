/** What a plan says, and what it is compared with before it is applied. */

import { describe, expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import { withdrawalAmount } from '../../src/cli/flags/withdrawal-amount.ts';
import { isPaid } from '../../src/money/batches/fetch-payables.ts';
import { nameOfPayee, type PlannedPayment } from '../../src/money/batches/planned-payment.ts';
import { totalsOf } from '../../src/money/batches/totals.ts';
import { PreconditionError } from '../../src/money/errors.ts';
import {
  assertAsPlanned,
  assertPayableUnchanged,
  connectionProblem,
} from '../../src/money/gate/changes.ts';
import { assertCovered, centsToWithdraw } from '../../src/money/gate/withdrawal-amount.ts';
import {
  assertPlanIntact,
  assertPlanSize,
  hashPlan,
  type Plan,
  planFileSchema,
  Signature,
} from '../../src/money/runs/plan.ts';

const payable: Payable = {
  ...{ id: 'pay_1', status: 'APPROVED', amount: 40, connectionId: 'conn_1' },
  ...{ senderBusinessId: 'biz_2', businessId: 'biz_7', payeeName: 'Coastal Linen' },
  ...{ invoiceNumber: 'CL-1', dueDate: '2026-03-20', updatedAt: '2026-03-01T00:00:00.000Z' },
};
/** Returns the row of a plan that pays it; `amount` in dollars. */
const planned = (
  row: object = {},
  { amount = 40, ...more }: { amount?: number; payeeName?: string } = {},
): PlannedPayment => ({
  ...{ row: 1, ref: null, payableId: 'pay_1', fundingSourceId: 'fs_1', cents: amount * 100 },
  ...{ clearingSpeed: null, scheduledDate: null, estimatedSettlementDate: '2026-03-05' },
  ...{ connectionId: 'conn_1', payeeId: 'biz_2', payeeName: 'Coastal Linen' },
  ...{ invoiceNumber: 'CL-1', dueDate: '2026-03-20', status: 'APPROVED' },
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...row,
  ...more,
});

describe('a row of a plan', () => {
  test('names its payee by what it is called, otherwise by its id', () => {
    expect(nameOfPayee(planned())).toBe('Coastal Linen');
    expect(nameOfPayee(planned({}, { payeeName: 'biz_9' }))).toBe('"biz_9" (a name, not an id)');
    expect(nameOfPayee(planned({}, { payeeName: 'fs_9' }))).toBe('"fs_9" (a name, not an id)');
    expect(nameOfPayee(planned({}, { payeeName: 'pay_9' }))).toBe('"pay_9" (a name, not an id)');
    const unnamed = { ...planned(), payeeName: null };
    expect(nameOfPayee(unnamed)).toBe('biz_2');
    expect(nameOfPayee({ ...unnamed, payeeId: null })).toBe('conn_1');
    expect(nameOfPayee({ ...unnamed, payeeId: null, connectionId: null })).toBe('unknown payee');
  });
});

describe('a plan is outdated', () => {
  const fresh = (...now: (object | undefined)[]) => {
    const rows = now.map((change, at) => ({
      planned: { ...planned({ row: at + 1, payableId: `pay_${at + 1}` }) },
      now: { payable: change && { ...payable, id: `pay_${at + 1}`, ...change } },
    }));
    try {
      assertAsPlanned('payables', rows);
      return undefined;
    } catch (error) {
      return error as Error & { code: string; next: readonly string[] };
    }
  };

  test('not if its payables are as they were', () => expect(fresh({}, {})).toBe(undefined));

  test.each<[change: object | undefined, said: string]>([
    [undefined, 'no longer exists'],
    [{ status: 'PAID' }, 'status APPROVED is PAID now'],
    [{ status: undefined }, 'status APPROVED is none now'],
    [{ amount: 41 }, 'amount $40.00 is $41.00 now'],
    [{ amount: undefined }, 'amount $40.00 is unknown now'],
    [{ senderBusinessId: 'biz_3' }, 'payee biz_2 is biz_3 now'],
    [{ senderBusinessId: null }, 'payee biz_2 is biz_7 now'],
    [{ senderBusinessId: null, businessId: null }, 'payee biz_2 is none now'],
    [{ payeeName: 'Mallory' }, 'payee Coastal Linen is Mallory now'],
    [{ payeeName: undefined }, 'payee Coastal Linen is none now'],
    [{ invoiceNumber: 'CL-2' }, 'invoice number CL-1 is CL-2 now'],
    [{ invoiceNumber: undefined }, 'invoice number CL-1 is none now'],
    [
      { amount: 41, invoiceNumber: 'CL-2' },
      'amount $40.00 is $41.00 now, invoice number CL-1 is CL-2 now',
    ],
  ])('if a payable changed to %j', (change, said) => {
    const error = fresh({}, change);
    expect(error?.message).toBe(
      `The plan is outdated: 1 payable changed since. Nothing was sent.\nrow 2: payable pay_2: ${said}`,
    );
    expect([error?.code, error?.next]).toEqual(['stale', ['create it again: remit run plan']]);
    expect(fresh(change, {}, change)?.message).toContain('2 payables changed since.');
  });

  test('if what was planned with nothing is there now', () => {
    const was = { ...planned(), invoiceNumber: null };
    expect(() => assertAsPlanned('payables', [{ planned: was, now: { payable } }])).toThrow(
      'invoice number none is CL-1 now',
    );
  });

  test.each<[now: object | undefined, said: string | undefined]>([
    [{ status: 'active' }, undefined],
    [{}, undefined],
    [{ connectedBusinessId: 'biz_2', connectedBusinessName: 'Coastal Linen' }, undefined],
    [undefined, 'was not found'],
    [{ status: 'archived' }, 'is archived, not active'],
    [{ connectedBusinessId: 'biz_3' }, 'payee biz_2 is biz_3 now'],
    [{ connectedBusinessName: 'Mallory' }, 'payee Coastal Linen is Mallory now'],
  ])('if a connection changed to %j', (change, said) => {
    const named = { connectedBusinessId: 'biz_2', connectedBusinessName: 'Coastal Linen' };
    const now = change && { id: 'conn_1', ...named, ...change };
    const check = (times: number) => () =>
      assertAsPlanned(
        'quickPayments',
        Array(times).fill({ planned: quickRows[0], now: { connection: now } }),
      );
    if (said === undefined) expect(check(1)).not.toThrow();
    else {
      expect(check(1)).toThrow(
        `The plan is outdated: 1 connection changed since. Nothing was sent.\nrow 1: connection conn_1: ${said}`,
      );
      expect(check(2)).toThrow('the connections of 2 rows changed since.');
    }
    expect(connectionProblem(now)).toBe(said?.match(/^(was|is)/) ? said : null);
  });

  test('not if it is a withdrawal, of which the service shows nothing', () => {
    expect(() => assertAsPlanned('withdrawal', [{ planned: planned(), now: {} }])).not.toThrow();
  });

  test('a payable that is confirmed alone is compared in the same way', () => {
    expect(() => assertPayableUnchanged(payable, { ...payable })).not.toThrow();
    expect(() => assertPayableUnchanged(payable, { ...payable, amount: 41 })).toThrow(
      expect.objectContaining({
        ...{ code: 'changed_meanwhile', next: ['remit payable get pay_1'] },
        message:
          'Payable pay_1 changed after it was shown (amount $40.00 is $41.00 now). Not sent.',
      }),
    );
    const now = { ...payable, amount: 41, payeeName: 'Mallory' };
    expect(() => assertPayableUnchanged(payable, now)).toThrow(
      '(amount $40.00 is $41.00 now, payee Coastal Linen is Mallory now)',
    );
  });

  test('a payable is paid, or being paid, or neither', () => {
    const shown = (change: object) => isPaid({ ...payable, ...change });
    expect([{ status: 'PAID' }, { activePaymentId: 'pmt_1' }].map(shown)).toEqual([true, true]);
    expect([shown({}), isPaid(undefined)]).toEqual([false, false]);
  });
});

const head = {
  createdAt: '2026-03-02T15:00:00.000Z',
  expiresAt: '2026-03-09T15:00:00.000Z',
  madeBy: { user: 'ada@example.com' },
  ...{ origin: 'https://pay.example', profile: 'live', dialect: null, businessId: 'biz_1' },
};
const rows = [planned(), planned({ row: 2, payableId: 'pay_2' }, { amount: 2.5 })];
const names = new Map([['fs_1', 'Operating']]);
const ofPayables: Plan = {
  ...{ ...head, kind: 'payables', payments: rows },
  totals: totalsOf(rows, names) as Plan['totals'],
};
const { payableId: _, clearingSpeed: __, scheduledDate: ___, ...shared } = planned();
const {
  invoiceNumber: _1,
  dueDate: _2,
  status: _3,
  updatedAt: _4,
  connectionId: _5,
  ...transfer
} = shared;
const quickRows = [1, 2].map((row) => ({
  ...{ ...transfer, row, connectionId: 'conn_1', memo: null },
}));
const ofQuick: Plan = {
  ...{ ...head, kind: 'quickPayments', journal: 'jrn_1', payments: quickRows },
  totals: totalsOf(quickRows, names) as Plan['totals'],
};
const own = [{ ...transfer, payeeId: 'biz_1', payeeName: null }];
const ofWithdrawal: Plan = {
  ...{ ...head, kind: 'withdrawal', journal: 'jrn_1', payments: own },
  totals: totalsOf(own, names) as Plan['totals'],
};
const all = [ofPayables, ofQuick, ofWithdrawal];

describe('a plan file', () => {
  test.each(all)('of $kind is what was made', (plan) => {
    const file = hashPlan(plan);
    expect(file).toEqual({ remitPlan: 1, hash: expect.any(String), plan, signatures: [] });
    expect(file.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(() => assertPlanIntact(file, 'run.json')).not.toThrow();
    expect(planFileSchema.parse(file)).toEqual(file);
  });

  const stopped = (plan: Plan, hash = hashPlan(plan).hash) => {
    try {
      assertPlanIntact({ ...hashPlan(plan), hash }, 'run.json');
      return undefined;
    } catch (error) {
      return error as Error & { code: string; next: readonly string[] };
    }
  };

  test('that was changed after it was made is not used', () => {
    const error = stopped({ ...ofPayables, businessId: 'biz_9' }, hashPlan(ofPayables).hash);
    expect(error?.message).toBe('run.json was modified after it was created; nothing was sent.');
    expect([error?.code, error?.next]).toEqual([
      'plan_changed',
      ['create it again: remit run plan'],
    ]);
  });

  test('whose totals are not those of its rows is not used, whatever its hash', () => {
    for (const change of [{ cents: 1 }, { count: 1 }, { payees: [] }, { banks: [] }]) {
      expect(stopped({ ...ofPayables, totals: { ...ofPayables.totals, ...change } })).toBeDefined();
    }
    const unnamed = { ...ofPayables, totals: totalsOf(rows, new Map()) as Plan['totals'] };
    expect(stopped(unnamed)).toBe(undefined);
  });

  test('with a row twice is not used', () => {
    const twice = [rows[0], { ...rows[0], row: 2 }] as PlannedPayment[];
    const totals = totalsOf(twice, names) as Plan['totals'];
    expect(stopped({ ...ofPayables, payments: twice, totals } as Plan)).toBeDefined();
    for (const numbers of [
      [1, 1],
      [2, 1],
      [1, 3],
      [0, 1],
    ]) {
      const payments = quickRows.map((row, at) => ({ ...row, row: numbers[at] ?? 0 }));
      expect(stopped({ ...ofQuick, payments } as Plan)).toBeDefined();
    }
    expect(
      stopped({ ...ofWithdrawal, payments: own.map((it) => ({ ...it, row: 2 })) } as Plan),
    ).toBeDefined();
  });

  test('is not made of more payments than one takes', () => {
    const stop = (rows: number) => () => assertPlanSize(rows);
    expect(stop(100_000)).not.toThrow();
    expect(stop(100_001)).toThrow(
      expect.objectContaining({
        message:
          'There are more payments than one plan takes: a plan has at most 100,000 payments.',
        next: ['make several plans: of several files, or by --due-to, --connection or --tag'],
      }),
    );
  });

  test('of a withdrawal by another business is not used', () => {
    const payments = own.map((it) => ({ ...it, payeeId: 'biz_2' }));
    const totals = totalsOf(payments, names) as Plan['totals'];
    expect(stopped({ ...ofWithdrawal, payments, totals } as Plan)).toBeDefined();
  });

  const isRead = (
    change: (file: ReturnType<typeof hashPlan>) => unknown,
    plan: Plan = ofPayables,
  ) => {
    const changed = change(structuredClone(hashPlan(plan)));
    return planFileSchema.safeParse(changed).success;
  };
  const withPlan = (more: object) => (file: ReturnType<typeof hashPlan>) => ({
    ...{ ...file, plan: { ...file.plan, ...more } },
  });
  const withRow = (more: object) => (file: ReturnType<typeof hashPlan>) =>
    withPlan({ payments: file.plan.payments.map((it) => ({ ...it, ...more })) })(file);
  const withTotals = (more: object) => (file: ReturnType<typeof hashPlan>) =>
    withPlan({ totals: { ...file.plan.totals, ...more } })(file);

  test.each<[what: string, change: (file: ReturnType<typeof hashPlan>) => unknown]>([
    ['of another version', (file) => ({ ...file, remitPlan: 2 })],
    ['with a member more', (file) => ({ ...file, note: 'x' })],
    ['without a hash', ({ hash: _, ...file }) => file],
    ['of another kind', withPlan({ kind: 'gifts' })],
    ['without rows', withPlan({ payments: [] })],
    ['with a member more in the plan', withPlan({ note: 'x' })],
    ['with a member more in a row', withRow({ note: 'x' })],
    ['with a row that pays nothing', withRow({ cents: 0 })],
    ['with a fraction of a cent', withRow({ cents: 0.5 })],
    ['with a row without a number', withRow({ row: 0 })],
    ['with a number in place of a name', withRow({ payeeName: 7 })],
    ['with an unknown speed', withRow({ clearingSpeed: 'fast' })],
    ['with no payable', withRow({ payableId: null })],
    ['with an unknown mark', withRow({ marks: [{ code: 'lucky', text: 'x' }] })],
    ['with a mark that says nothing', withRow({ marks: [{ code: 'first_payment' }] })],
    ['with a reason and no payments', withPlan({ reauthorized: { reason: 'x' } })],
    ['with payments and no reason', withPlan({ reauthorized: { payments: ['pmt_1'] } })],
    ['that ends at no time', withPlan({ expiresAt: 'never' })],
    ['that ends at a time and more', withPlan({ expiresAt: `${head.expiresAt} or later` })],
    ['that ends at more and a time', withPlan({ expiresAt: `not ${head.expiresAt}` })],
    ['made at no time', withPlan({ createdAt: 'today' })],
    ['of no origin', withPlan({ origin: 'pay.example' })],
    ['of an origin with a path', withPlan({ origin: 'https://pay.example/api' })],
    ['of an origin with a space', withPlan({ origin: 'https://pay. example' })],
    ['of another scheme', withPlan({ origin: 'ftp://pay.example' })],
    ['of a scheme and more before it', withPlan({ origin: 'xhttps://pay.example' })],
    ['of no business', withPlan({ businessId: null })],
    ['made by nobody', withPlan({ madeBy: {} })],
    ['with a member more in its totals', withTotals({ note: 'x' })],
    ['whose total is nothing', withTotals({ cents: 0 })],
    ['with a fraction of a payment', withTotals({ count: 1.5 })],
    ['with a share of nobody', withTotals({ payees: [{ id: 7, name: null, count: 1, cents: 1 }] })],
    ['with an unknown settlement', withTotals({ settlement: { earliest: '2026-03-05' } })],
    ['with signatures of nobody', (file) => ({ ...file, signatures: [{}] })],
  ])('%s is not read', (_, change) => {
    expect([isRead((file) => file), isRead(change)]).toEqual([true, false]);
  });

  test('may have what is not known left empty', () => {
    const empty = {
      createdAt: null,
      profile: null,
      dialect: 'f'.repeat(64),
      madeBy: { user: null },
    };
    expect(isRead(withPlan(empty))).toBe(true);
    expect(isRead(withPlan({ origin: 'http://127.0.0.1:4010' }))).toBe(true);
    expect(isRead(withTotals({ settlement: null }))).toBe(true);
    expect(isRead(withRow({ marks: [{ code: 'first_payment', text: 'x' }] }))).toBe(true);
    expect(isRead(withPlan({ reauthorized: { payments: ['pmt_1'], reason: 'x' } }))).toBe(true);
    const row = { ref: null, estimatedSettlementDate: null, payeeId: null, payeeName: null };
    const more = { connectionId: null, invoiceNumber: null, dueDate: null, status: null };
    expect(isRead(withRow({ ...row, ...more, updatedAt: null }))).toBe(true);
  });

  test('of rows that the service does not show names its journal, and a withdrawal is one', () => {
    expect([isRead(withPlan({}), ofQuick), isRead(withPlan({}), ofWithdrawal)]).toEqual([
      true,
      true,
    ]);
    expect(isRead(withPlan({ journal: undefined }), ofQuick)).toBe(false);
    expect(isRead(withPlan({ journal: undefined }), ofWithdrawal)).toBe(false);
    expect(isRead(withPlan({ payments: [] }), ofQuick)).toBe(false);
    expect(isRead(withPlan({ payments: [...own, ...own] }), ofWithdrawal)).toBe(false);
    expect(isRead(withRow({ memo: 7 }), ofQuick)).toBe(false);
    expect(isRead(withRow({ memo: 'x' }), ofWithdrawal)).toBe(false);
  });

  test('has signatures of makers and approvers', () => {
    const at = '2026-03-02T15:00:01.000Z';
    const signed = { role: 'maker', person: 'ada', at, signature: 's' };
    const isSignature = (more: object) => Signature.safeParse({ ...signed, ...more }).success;
    expect([{}, { role: 'approver' }, { signature: 's'.repeat(20_000) }].map(isSignature)).toEqual([
      ...[true, true, true],
    ]);
    const wrong = [
      ...[{ role: 'witness' }, { person: 'ada\nbo' }, { at: 'today' }, { note: 'x' }],
      { signature: 's'.repeat(20_001) },
    ];
    expect(wrong.map(isSignature)).toEqual(wrong.map(() => false));
  });
});

describe('the amount of a withdrawal', () => {
  const wrong =
    "must be an amount in dollars, such as 1250 or 1250.00 (no sign, separators or '$'), all, or above: and such an amount";

  test.each([
    ['1250.00', { kind: 'exact', cents: 125_000 }],
    ['all', { kind: 'sweep', keptCents: 0 }],
    ['above:500', { kind: 'sweep', keptCents: 50_000 }],
  ])('%s', (text, amount) => expect(withdrawalAmount(text)).toEqual(amount));

  test.each(['', 'All', 'above:', 'above:all', 'xabove:5', 'above:5\n', '-5', '0', 'above:0'])(
    '%j is none',
    (text) => expect(() => withdrawalAmount(text)).toThrow(wrong),
  );

  test('is what was typed, or what the balance holds above what is kept', () => {
    const balance = { available: 500.25 };
    expect(centsToWithdraw({ kind: 'exact', cents: 7 }, undefined)).toBe(7);
    expect(centsToWithdraw({ kind: 'sweep', keptCents: 0 }, balance)).toBe(50_025);
    expect(centsToWithdraw({ kind: 'sweep', keptCents: 60_000 }, balance)).toBe(-9_975);
    expect(() => centsToWithdraw({ kind: 'sweep', keptCents: 0 }, undefined)).toThrow(
      'a sweep without a balance',
    );
  });

  test('is not more than the balance', () => {
    expect(() => assertCovered(50_025, 500.25)).not.toThrow();
    expect(() => assertCovered(50_026, 500.25)).toThrow(PreconditionError);
    expect(() => assertCovered(50_026, 500.25)).toThrow(
      expect.objectContaining({
        ...{ code: 'insufficient_balance', next: ['remit business balance'] },
        message: '$500.26 is more than the available balance of $500.25.',
      }),
    );
  });
});
