/** The rules of a policy, each on requests to a service of a few records. */

import { describe, expect, test } from 'vitest';
import { business } from '../../src/api/operations/business.ts';
import { pay } from '../../src/api/operations/pay.ts';
import type { Context } from '../../src/cli/context.ts';
import { combinePolicies } from '../../src/config/effective-policy.ts';
import type { MachinePolicy } from '../../src/config/machine-policy-schema.ts';
import type { PolicySettings } from '../../src/config/policy-settings.ts';
import { GuardError } from '../../src/money/errors.ts';
import { payeesOf } from '../../src/money/gate/movements.ts';
import {
  assertDialectAllowed,
  assertMayWrite,
  assertMayWriteOperation,
  assertPolicyAllows,
  assertPolicyAllowsRun,
  limitCents,
  needsApprovedPlan,
  spendingLimitsOf,
} from '../../src/money/gate/policy.ts';
import type { PreparedRequest } from '../../src/money/gate/prepare.ts';
import type { CallContext } from '../../src/money/sending/send-context.ts';
import { givenJournal, live } from '../journal/fixture.ts';
import {
  givenService,
  owed,
  prepared,
  preparedBatch,
  preparedPayment,
  preparedQuick,
  recordsOf,
} from '../payments/scripted-service.ts';

const machine: MachinePolicy = {
  ...{ file: '/etc/remit/policy.json', exemptOrigins: [], journal: { place: '/var/lib/remit' } },
};

/** Returns the code and the text that a check stops with; `allowed` if it does not. */
async function verdictOf(check: Promise<unknown> | (() => void)): Promise<string> {
  try {
    await (typeof check === 'function' ? check() : check);
    return 'allowed';
  } catch (error) {
    return error instanceof GuardError ? `${error.code}: ${error.message}` : String(error);
  }
}

const payables = recordsOf(owed, { ...owed, id: 'pay_2', amount: 2.5 });
const withdraw = {
  params: { businessId: 'biz_1' },
  body: { amount: 100, fundingSourceId: 'fs_1' },
};

const kinds: Record<string, (context: CallContext, options: object) => Promise<PreparedRequest>> = {
  payment: (context, options) => preparedPayment(context, options),
  quick: (context, options) => preparedQuick(context, options),
  batch: (context) => preparedBatch(context, 'pay_1', 'pay_2'),
  withdrawal: (context, options) => prepared(context, business.withdraw, withdraw, options),
  cancellation: (context) => prepared(context, pay.cancel, { params: { paymentId: 'pmt_1' } }),
};

/** Checks a request of some kind against a policy. */
async function checked(kind: string, policy: PolicySettings, options: object = {}) {
  const { context } = givenService({ records: payables, policy });
  const request = await kinds[kind]?.(context, options);
  return verdictOf(assertPolicyAllows(context, request as PreparedRequest));
}

describe('a payment', () => {
  const of = "of the profile's policy is";
  test.each<[kind: string, policy: PolicySettings, options: object, verdict: string]>([
    ['payment', {}, {}, 'allowed'],
    ['payment', { readOnly: true }, {}, `read_only: Writing is not allowed: readOnly ${of} true.`],
    ['payment', { readOnly: false }, {}, 'allowed'],
    ['payment', { maxPerPayment: '40' }, {}, 'allowed'],
    [
      'payment',
      { maxPerPayment: '39.99' },
      {},
      `over_payment_limit: The payment of payable pay_1, $40.00, is over the limit: maxPerPayment ${of} $39.99.`,
    ],
    [
      'batch',
      { maxPerPayment: '30' },
      {},
      `over_payment_limit: The payment of payable pay_1, $40.00, is over the limit: maxPerPayment ${of} $30.00.`,
    ],
    [
      'withdrawal',
      { maxPerPayment: '99' },
      {},
      `over_payment_limit: The withdrawal, $100.00, is over the limit: maxPerPayment ${of} $99.00.`,
    ],
    [
      'quick',
      { maxPerPayment: '12' },
      {},
      `over_payment_limit: The payment to Coastal Linen, $12.50, is over the limit: maxPerPayment ${of} $12.00.`,
    ],
    ['payment', { dualApprovalAbove: '40' }, {}, 'allowed'],
    [
      'payment',
      { dualApprovalAbove: '39.99' },
      {},
      `not_approved: The payment of payable pay_1, $40.00, needs an approved plan: dualApprovalAbove ${of} $39.99.`,
    ],
    ['payment', { dualApprovalAbove: '39.99' }, { approved: true }, 'allowed'],
    ['payment', { requireApproval: true }, { approved: true }, 'allowed'],
    [
      'payment',
      { requireApproval: true },
      {},
      `not_approved: The payment of payable pay_1 is not approved: requireApproval ${of} true.`,
    ],
    [
      'withdrawal',
      { requireApproval: true },
      {},
      `not_approved: The withdrawal is not approved: requireApproval ${of} true.`,
    ],
    ['cancellation', { requireApproval: true }, {}, 'allowed'],
    ['payment', { allowedBankAccounts: ['fs_2', 'fs_1'] }, {}, 'allowed'],
    [
      'payment',
      { allowedBankAccounts: ['fs_2', 'fs_3'] },
      {},
      `bank_not_allowed: Bank account fs_1 is not allowed: allowedBankAccounts ${of} fs_2, fs_3.`,
    ],
    ['payment', { allowedPayees: ['biz_2'] }, {}, 'allowed'],
    ['payment', { allowedPayees: ['conn_1'] }, {}, 'allowed'],
    ['withdrawal', { allowedPayees: ['biz_9'] }, {}, 'allowed'],
    [
      'payment',
      { allowedPayees: ['biz_9'] },
      {},
      `payee_not_allowed: The payee of the payment of payable pay_1 is not allowed: allowedPayees ${of} biz_9.`,
    ],
    [
      'quick',
      { allowedPayees: [] },
      {},
      `payee_not_allowed: The payee of the payment to Coastal Linen is not allowed: allowedPayees ${of} .`,
    ],
    ['batch', { maxPerRun: '42.50' }, {}, 'allowed'],
    [
      'batch',
      { maxPerRun: '42.49' },
      {},
      `over_run_limit: $42.50 is over the limit per run: maxPerRun ${of} $42.49.`,
    ],
    ['payment', { maxPerRun: '1' }, {}, 'allowed'],
  ])('%s under %j %j: %s', async (kind, policy, options, verdict) => {
    expect(await checked(kind, policy, options)).toBe(verdict);
  });

  test('that is stopped names what to do', async () => {
    const { context } = givenService({ policy: { maxPerPayment: '1' } });
    await expect(assertPolicyAllows(context, await preparedPayment(context))).rejects.toMatchObject(
      { next: ['remit policy show'] },
    );
    const { context: dual } = givenService({ policy: { requireApproval: true } });
    await expect(assertPolicyAllows(dual, await preparedPayment(dual))).rejects.toMatchObject({
      next: ['remit run plan, then remit run approve and remit run apply'],
    });
  });

  test('to a payee whose name looks like an id, or is not known, names it as such', async () => {
    const named = async (connectedBusinessName: string | null) => {
      const path = '/api/connections/conn_1';
      const records = {
        ...payables,
        [path]: { ...(payables[path] as object), connectedBusinessName },
      };
      const { context } = givenService({ records, policy: { maxPerPayment: '1' } });
      return verdictOf(assertPolicyAllows(context, await preparedQuick(context)));
    };
    expect(await named('biz_9')).toContain('The payment to "biz_9" (a name, not an id), $12.50,');
    expect(await named('fs_9')).toContain('The payment to "fs_9" (a name, not an id), $12.50,');
    expect(await named(null)).toContain('The payment to conn_1, $12.50,');
  });
});

describe('a payment of an unknown amount', () => {
  const unknown = async (policy: PolicySettings, options: object = {}, under?: MachinePolicy) => {
    const { context } = givenService({
      ...{ records: {}, policy },
      ...(under && { machine: under }),
    });
    return verdictOf(assertPolicyAllows(context, await preparedPayment(context, options)));
  };
  const stopped =
    'amount_unknown: Unknown amount or payee: Payable pay_1 could not be read. Nothing was sent.';

  test.each<PolicySettings>([
    { maxPerPayment: '1' },
    { maxPerRun: '1' },
    { maxPerDay: '1' },
    { maxPerMonth: '1' },
    { maxPerPayeePerDay: '1' },
    { dualApprovalAbove: '1' },
    { allowedBankAccounts: ['fs_1'] },
    { allowedPayees: ['biz_2'] },
    { requireApproval: true },
    { newPayee: 'approve' },
    { duplicateInvoices: 'block' },
  ])('is stopped by %j', async (policy) => expect(await unknown(policy)).toBe(stopped));

  test.each<PolicySettings>([
    {},
    { readOnly: false },
    { requireApproval: false },
    { newPayee: 'warn', duplicateInvoices: 'warn' },
    { maxPerApproval: '1' },
    { approvals: { required: 2 } },
  ])('passes under %j', async (policy) => expect(await unknown(policy)).toBe('allowed'));

  test('is stopped by an expectation, and by the machine policy', async () => {
    expect(await unknown({}, { mustBeKnown: true })).toBe(stopped);
    expect(await unknown({}, {}, machine)).toBe(stopped);
  });
});

describe('the machine policy', () => {
  test('is named in what it stops', async () => {
    const { context } = givenService({ machine: { ...machine, maxPerPayment: '1' } });
    expect(await verdictOf(assertPolicyAllows(context, await preparedPayment(context)))).toContain(
      'maxPerPayment of the machine policy (/etc/remit/policy.json) is $1.00.',
    );
  });

  test('forbids to call its service a test', async () => {
    const { context } = givenService({ machine, environment: 'test' });
    expect(await verdictOf(assertMayWrite(context))).toContain('says environment: test');
  });

  test('allows the dialect that it names, and no other', async () => {
    const dialect = { content: { version: 1, operations: { x: {} } } } as never;
    const dialectHash = 'f'.repeat(64);
    const check = (under: MachinePolicy | undefined, used?: never) =>
      verdictOf(() => assertDialectAllowed({ machine: under }, used));
    expect(await check(undefined, dialect)).toBe('allowed');
    expect(await check(machine)).toBe('allowed');
    expect(await check({ ...machine, dialectHash: 'none' })).toBe('allowed');
    expect(await check({ ...machine, dialectHash })).toBe(
      `dialect_not_allowed: Not sent: dialectHash of the machine policy (/etc/remit/policy.json) is ${dialectHash}, and that of the dialect in use is none.`,
    );
    expect(await check(machine, dialect)).toMatch(
      /is none, and that of the dialect in use is [0-9a-f]{64}\.$/,
    );
    expect(() => assertDialectAllowed({ machine: { ...machine, dialectHash } }, undefined)).toThrow(
      expect.objectContaining({ next: ['remit policy show'] }),
    );
  });

  test('stops every write with another dialect', async () => {
    const { context } = givenService({ machine: { ...machine, dialectHash: 'f'.repeat(64) } });
    expect(await verdictOf(assertMayWrite(context))).toContain('dialect_not_allowed');
  });

  test('allows the members that it lists, in every row', async () => {
    const { context } = givenService({ records: payables });
    const under = async (extraMembers: string[] | undefined, members: object) => {
      const { context: bound } = givenService({ machine: { ...machine, extraMembers } });
      const request = await preparedBatch(context, 'pay_1');
      const declared = Object.create(request, { extraMembers: { value: members } });
      const check = assertPolicyAllows(bound, declared);
      const next = await check.catch(({ next }) => next);
      if (Array.isArray(next)) expect(next).toEqual(['remit policy show']);
      return verdictOf(check);
    };
    const members = { 'payments.0.costCenter': 'A', 'payments.11.costCenter': 'B' };
    expect(await under(undefined, members)).toBe('allowed');
    expect(await under(['pay.bulkInitiate.payments.costCenter'], members)).toBe('allowed');
    expect(await under([], {})).toBe('allowed');
    expect(await under(['pay.quickPay.costCenter'], members)).toBe(
      'member_not_allowed: Not sent: the member pay.bulkInitiate.payments.costCenter is not among extraMembers of the machine policy (/etc/remit/policy.json).',
    );
  });
});

describe('a write that moves no money', () => {
  const only = { allowedBankAccounts: ['fs_1'] };
  test.each<[id: string | undefined, input: object, policy: PolicySettings, verdict: string]>([
    ['bank.connect', {}, {}, 'allowed'],
    ['bank.connect', {}, only, 'bank_not_allowed: A new bank account is not allowed'],
    ['bank.connectManually', {}, only, 'bank_not_allowed: A new bank account is not allowed'],
    ['bank.setDefault', { params: { fundingSourceId: 'fs_1' } }, only, 'allowed'],
    [
      'bank.setDefault',
      { params: { fundingSourceId: 'fs_2' } },
      only,
      'bank_not_allowed: Bank account fs_2 is not allowed',
    ],
    [
      'bank.verifyMicroDeposits',
      { params: { fundingSourceId: 'fs_2' } },
      only,
      'bank_not_allowed: Bank account fs_2 is not allowed',
    ],
    ['link.enable', { body: { fundingSourceId: 'fs_2' } }, only, 'bank_not_allowed: Bank account'],
    ['link.enable', { body: {} }, only, 'allowed'],
    ['bank.verifyMicroDeposits', { params: { fundingSourceId: 'fs_1' } }, only, 'allowed'],
    ['link.configurePayMe', { body: { fundingSourceId: 'fs_1' } }, only, 'allowed'],
    [
      'link.configurePayMe',
      { body: { fundingSourceId: 'fs_2' } },
      only,
      'bank_not_allowed: Bank account fs_2',
    ],
    ['bank.remove', { params: { fundingSourceId: 'fs_2' } }, only, 'allowed'],
    [undefined, { body: { fundingSourceId: 'fs_2' } }, only, 'allowed'],
    ['bank.remove', {}, { readOnly: true }, 'read_only'],
  ])('%s %j under %j: %s', async (id, input, policy, verdict) => {
    const { context } = givenService({ policy });
    const found = await verdictOf(assertMayWriteOperation(context, id, input));
    expect(found.startsWith(verdict)).toBe(true);
    if (verdict.startsWith('bank')) {
      expect(found).toContain("allowedBankAccounts of the profile's policy is fs_1.");
    }
  });
});

describe('limits on sums', () => {
  const policyOf = (policy: PolicySettings) => combinePolicies(undefined, policy);
  const all = {
    ...{ maxPerRun: '1', maxPerDay: '2.50', maxPerMonth: '3', maxPerPayeePerDay: '4' },
    ...{ dualApprovalAbove: '5', maxPerPayment: '6' },
  };
  const day = '2026-03-02T05:00:00.000Z';

  test('are of the day and the month in New York', () => {
    const policy = "the profile's policy";
    const found = spendingLimitsOf(policyOf(all), { now: new Date('2026-03-03T04:59:00Z') });
    expect(found).toEqual([
      { rule: 'maxPerRun', cents: 100, since: day, policy },
      { rule: 'maxPerDay', cents: 250, since: day, policy },
      { rule: 'maxPerMonth', cents: 300, since: '2026-03-01T05:00:00.000Z', policy },
      { rule: 'maxPerPayeePerDay', cents: 400, since: day, policy },
      { rule: 'dualApprovalAbove', cents: 500, since: day, policy },
    ]);
  });

  test('do not count approvals against what was approved', () => {
    const found = spendingLimitsOf(policyOf(all), { approved: true });
    expect(found.map(({ rule }) => rule)).not.toContain('dualApprovalAbove');
    expect(found.length).toBe(4);
    expect(spendingLimitsOf(policyOf({}), {})).toEqual([]);
    expect(limitCents(policyOf({}), 'maxPerDay')).toBe(undefined);
  });

  test('begin today if the time of the service is not known', () => {
    const [limit] = spendingLimitsOf(policyOf({ maxPerDay: '1' }), {});
    const ageMs = Date.now() - Date.parse(limit?.since ?? '');
    expect(ageMs).toBeGreaterThanOrEqual(0);
    expect(ageMs).toBeLessThan(26 * 3_600_000);
  });

  const payee = (businessId: string | null, cents: number) => ({
    ...{ businessId, connectionId: null, cents },
  });
  test.each<
    [policy: PolicySettings, cents: readonly (readonly [string | null, number])[], needs: boolean]
  >([
    [{}, [['a', 9_999_999]], false],
    [{ requireApproval: true }, [], true],
    [{ dualApprovalAbove: '100' }, [['a', 10_000]], false],
    [{ dualApprovalAbove: '100' }, [['a', 10_001]], true],
    [
      { dualApprovalAbove: '100' },
      [
        ['a', 6_000],
        ['b', 6_000],
      ],
      false,
    ],
    [
      { dualApprovalAbove: '100' },
      [
        ['a', 6_000],
        ['b', 1],
        ['a', 4_001],
      ],
      true,
    ],
    [
      { dualApprovalAbove: '100' },
      [
        [null, 6_000],
        [null, 4_001],
      ],
      true,
    ],
  ])('%j: payments of %j need an approved plan: %s', (policy, amounts, needs) => {
    expect(
      needsApprovedPlan(
        policy,
        amounts.map(([id, cents]) => payee(id, cents)),
      ),
    ).toBe(needs);
  });

  test('count a withdrawal for the business itself', async () => {
    const { context } = givenService({ records: payables });
    const { movements } = await prepared(context, business.withdraw, withdraw);
    expect(payeesOf(movements, 'biz_1')).toEqual([payee('biz_1', 10_000)]);
    expect(payeesOf(movements, undefined)).toEqual([payee(null, 10_000)]);
    const payment = await preparedPayment(context);
    expect(payeesOf(payment.movements, 'biz_1')).toEqual([
      { businessId: 'biz_2', connectionId: 'conn_1', cents: 4_000 },
    ]);
    const { context: blind } = givenService({ records: {} });
    expect(payeesOf((await preparedPayment(blind)).movements, 'biz_1')).toEqual([]);
  });

  test('are checked for a whole run before its first payment', async () => {
    const { context } = givenService({ records: payables });
    const { journal } = await givenJournal();
    let reads = 0;
    const run = (policy: PolicySettings, totalCents: number, left: readonly PreparedRequest[]) => {
      reads = 0;
      const whole = {
        policy: async () => combinePolicies(undefined, policy),
        serviceTime: async () => new Date('2026-03-02T15:00:00Z'),
        destination: () => live,
        journal: async () => {
          reads += 1;
          return journal;
        },
      } as unknown as Context;
      return verdictOf(assertPolicyAllowsRun(whole, { totalCents, left }));
    };
    const left = [await preparedBatch(context, 'pay_1', 'pay_2'), await preparedQuick(context)];
    expect(await run({ maxPerRun: '55' }, 5_501, [])).toContain('over_run_limit: $55.01 is over');
    expect([await run({ maxPerRun: '55' }, 5_500, left), reads]).toEqual(['allowed', 0]);
    expect([await run({ maxPerDay: '9' }, 5_500, []), reads]).toEqual(['allowed', 0]);
    for (const rule of ['maxPerDay', 'maxPerMonth', 'maxPerPayeePerDay', 'dualApprovalAbove']) {
      expect([await run({ [rule]: '55' }, 0, left), reads]).toEqual(['allowed', 1]);
      expect(await run({ [rule]: '54.99' }, 0, left)).toContain(`${rule} of the profile's policy`);
    }
    const { context: blind } = givenService({ records: {} });
    const approved = [await preparedPayment(blind, { approved: true })];
    expect([await run({ dualApprovalAbove: '0' }, 0, approved), reads]).toEqual(['allowed', 0]);
    expect([await run({ maxPerDay: '0' }, 0, approved), reads]).toEqual(['allowed', 1]);
  });
});
