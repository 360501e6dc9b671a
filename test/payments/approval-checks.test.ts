/** The checks of an approval before it is asked about and before it is sent, at a service of a few records. */

import { describe, expect, test } from 'vitest';
import { type Payable, payable as payables } from '../../src/api/operations/payable.ts';
import type { PolicySettings } from '../../src/config/policy-settings.ts';
import {
  Approval,
  assertApprovalConfirmed,
  assertAutoApprovalAllowed,
  confirmApprovals,
  prepareApprovals,
} from '../../src/money/gate/approvals.ts';
import type { Expectations } from '../../src/money/gate/expectations.ts';
import type { Confirm, MoneyPort } from '../../src/money/port.ts';
import { givenService, owed, recordsOf } from './scripted-service.ts';

const submitted = { ...owed, status: 'SUBMITTED' };
const second = { ...submitted, id: 'pay_2', amount: 2.5, invoiceNumber: 'CL-2' };
const records = recordsOf(submitted, second);
const approve = (payableId = 'pay_1', businessId = 'biz_1') => ({
  id: 'payable.approve',
  params: { businessId, payableId },
});

/** Returns a program whose person says yes to everything, and what it was asked and told. */
function givenProgram(policy: PolicySettings = {}) {
  const { context, requests } = givenService({ records, policy });
  const checked: unknown[] = [];
  const asked: Parameters<Confirm>[] = [];
  const notices: string[] = [];
  const port = {
    ...{ policy: context.policy, call: async () => [], records: async function* () {} },
    checkWrite: async (...write: unknown[]) => void checked.push(write),
    confirm: async (...question: Parameters<Confirm>) => asked.push(question) > 0,
    notice: (line: string) => void notices.push(line),
  } as unknown as MoneyPort;
  const prepare = (...found: object[]) => prepareApprovals(port, 'biz_1', found as Payable[]);
  return { context, requests, checked, asked, notices, port, prepare };
}

/** Returns a program with the confirmed approvals of payables. */
async function givenConfirmed(
  found: readonly object[],
  { expected, policy }: { expected?: Expectations; policy?: PolicySettings } = {},
) {
  const program = givenProgram(policy);
  const approvals = await program.prepare(...found);
  await confirmApprovals(program.port, approvals, expected && { expected });
  return { ...program, approvals, approval: approvals[0] };
}

describe('an approval', () => {
  test('cannot be made without the checks', () => {
    const forged = () =>
      new Approval(Symbol('approval'), 'biz_1', submitted as Payable, { marks: [], signedBy: [] });
    expect(forged).toThrow('Only prepareApprovals() makes an approval.');
  });

  test('cannot be changed after it was shown', async () => {
    const [approval] = await givenProgram().prepare(submitted);
    expect(() => Object.assign(approval ?? {}, { businessId: 'biz_9' })).toThrow(TypeError);
    expect(approval?.businessId).toBe('biz_1');
  });

  test('is checked as the write that it becomes, and nothing is checked where nothing is approved', async () => {
    const { checked, prepare } = givenProgram();
    expect(await prepare()).toEqual([]);
    expect(checked).toEqual([]);
    await prepare(submitted, second);
    expect(checked).toEqual([
      [payables.approve, { params: { businessId: 'biz_1', payableId: 'pay_1' } }],
    ]);
  });

  test('of exactly the limit is allowed, and of a cent more is not', async () => {
    const [approval] = await givenProgram({ maxPerApproval: '40' }).prepare(submitted);
    expect(approval?.cents).toBe(4000);
    await expect(givenProgram({ maxPerApproval: '39.99' }).prepare(submitted)).rejects.toThrow(
      "The approval of payable pay_1, $40.00, is over the limit: maxPerApproval of the profile's policy is $39.99.",
    );
  });
});

describe('the question', () => {
  test('about two has three lines, the total, and no note without expectations', async () => {
    const { asked, notices } = await givenConfirmed([submitted, second]);
    const [[lines, question, stake] = []] = asked;
    expect(lines?.map(String)).toEqual([
      'Approve 2 payables, total $42.50:',
      '  $40.00 to Coastal Linen for invoice CL-1 (pay_1), due 2026-03-20',
      '  $2.50 to Coastal Linen for invoice CL-2 (pay_2), due 2026-03-20',
    ]);
    expect([question, stake]).toEqual(['Approve them?', { isExpected: false, cents: 4250 }]);
    expect([asked.length, notices]).toEqual([1, []]);
  });

  test('is preceded by what an expected payee matched', async () => {
    const expected = { expectPayee: 'Coastal Linen', expectTotal: 4250 };
    const { notices, asked } = await givenConfirmed([submitted, second], { expected });
    expect(notices).toEqual(['Expected payee: Coastal Linen is the name of the payee (biz_2).']);
    expect(asked[0]?.[2]).toMatchObject({ isExpected: true });
  });

  test('is not asked where the number of approvals is another', async () => {
    const { port, prepare, asked } = givenProgram();
    const approvals = await prepare(submitted, second);
    await expect(
      confirmApprovals(port, approvals, { expected: { expectCount: 3 } }),
    ).rejects.toThrow('Expected 3 approvals, found 2. Nothing was sent.');
    expect(asked).toEqual([]);
  });
});

describe('nothing is approved', () => {
  const notConfirmed = (id: string) => `The approval of payable ${id} was not confirmed: not sent.`;

  test('that nobody confirmed', async () => {
    const { context, prepare, requests } = givenProgram();
    const [shown] = await prepare(submitted);
    for (const approval of [undefined, shown]) {
      await expect(assertApprovalConfirmed(context, approve(), approval)).rejects.toThrow(
        notConfirmed('pay_1'),
      );
    }
    expect(requests).toEqual([]);
  });

  test('by the confirmation of another payable, or of another business', async () => {
    const { context, approval, requests } = await givenConfirmed([submitted]);
    for (const other of [approve('pay_2'), approve('pay_1', 'biz_9')]) {
      await expect(assertApprovalConfirmed(context, other, approval)).rejects.toThrow(
        notConfirmed(other.params.payableId),
      );
    }
    expect(requests).toEqual([]);
    await assertApprovalConfirmed(context, approve(), approval);
    expect(requests.length).toBe(1);
  });

  test('that a limit forbids which was set while the question was on the screen', async () => {
    const { context, approval, requests } = await givenConfirmed([submitted]);
    const { policy } = givenProgram({ maxPerApproval: '39.99' }).context;
    await expect(
      assertApprovalConfirmed({ ...context, policy }, approve(), approval),
    ).rejects.toThrow('is over the limit');
    expect(requests).toEqual([]);
  });
});

describe('the settings of a connection', () => {
  const verdictOf = (body: object, policy: PolicySettings, id = 'connection.setSettings') =>
    assertAutoApprovalAllowed(givenProgram(policy).context, { id, body }).then(
      () => 'allowed',
      ({ message }) => message,
    );
  const limit = { maxPerApproval: '40' };
  const refused =
    "Approving the payables of a connection automatically, above the limit or without one: maxPerApproval of the profile's policy is $40.00.";

  test.each([
    [{ autoApprove: { enabled: true } }, refused],
    [{ autoApprove: { enabled: true, maxAmount: 40.01 } }, refused],
    [{ autoApprove: { enabled: true, maxAmount: 40 } }, 'allowed'],
    [{ autoApprove: { enabled: false, maxAmount: 5000 } }, 'allowed'],
    [{ autoApprove: { enabled: false }, autoApproval: { enabled: true } }, refused],
    [{ autoApprove: { enabled: true, maxAmount: 1 }, approveAll: true }, refused],
    [{ netTerms: 30 }, 'allowed'],
  ])('%o under a limit of $40', async (body, expected) => {
    expect(await verdictOf(body, limit)).toBe(expected);
  });

  test('are free without a limit', async () => {
    expect(await verdictOf({ autoApprove: { enabled: true } }, {})).toBe('allowed');
  });

  test('are not those of another write, whatever it says', async () => {
    const body = { autoApprove: { enabled: true } };
    expect(await verdictOf(body, limit, 'payable.decline')).toBe('allowed');
  });
});
