import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approved as approvedInvoice, submitted as submittedInvoice } from '../helpers/invoices.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Talk, talkTo } from './test-client.ts';

let service: Service;
let talk: Talk;
let bank: string;
let connection: string;
beforeEach(async () => {
  service = await startService();
  bank = await first(`bank list -b ${service.payer}`);
  connection = await first('connection list');
  talk = await talkTo(service, 'mcp serve --allow-writes --tools all -P test');
});
afterEach(async () => {
  await talk.end();
  await service.close();
});

const first = async (line: string) => (await service.json<{ id: string }[]>(line))[0]?.id ?? '';
const quick = (amount = 75) => ({ connectionId: connection, amount, fundingSourceId: bank });
const payments = async () =>
  ((await service.control('GET', '/sandbox/events?type=payment.created')) as unknown[]).length;

const submitted = (amount: number) => submittedInvoice(service, { amount });
const approved = (amount: number) => approvedInvoice(service, { amount });

describe('a client that cannot ask', () => {
  test('may confirm up to the threshold by its preview, and not above it', async () => {
    await service.remit('profile set confirm.typeAmountAbove 100');
    const { record } = await talk.tool('pay_quick_pay', quick(100));
    const { confirmation } = record;
    expect((await talk.tool('pay_quick_pay', { ...quick(100), confirmation })).isError).toBe(false);
    const [{ id }] = (await talk.tool('list_requests')).record.items;
    expect(await service.json(`journal show ${id}`)).toMatchObject({ consent: 'token' });
    const above = await talk.tool('pay_quick_pay', quick(100.01));
    expect(above.record.error).toMatchObject({ exitCode: 14, code: 'person_required' });
    expect(await payments()).toBe(1);
  });

  test('is told what a person types in a terminal, and it pays when a person confirms it', async () => {
    await service.remit('profile set confirm.typeAmountAbove 100');
    const [one, two] = [await approved(101), await approved(102)];
    const later = { payableId: two, scheduledDate: '2026-03-20', clearingSpeed: 'sameDay' };
    const lines: string[] = [];
    for (const [name, given] of [
      ['pay_quick_pay', quick(300)],
      ['pay_initiate', { payableId: one, fundingSourceId: bank }],
      ['pay_initiate', { ...later, fundingSourceId: bank }],
      ['payable_approve', { payableId: await submitted(103) }],
    ] as const) {
      const { record } = await talk.tool(name, { ...given });
      expect(record.error.code).toBe('person_required');
      expect(record.error.next).toEqual([expect.stringMatching(/^a person in a terminal: remit /)]);
      lines.push(record.error.next[0].replace('a person in a terminal: remit ', ''));
    }
    expect(lines[0]).toBe(`-P test pay quick ${connection} --amount 300.00 --bank ${bank}`);
    for (const [at, amount] of ['300', '101', '102', '103'].entries()) {
      const { code, err } = await service.remit(String(lines[at]), {
        tty: { stdin: true, stderr: true },
        stdin: `${amount}\r`,
      });
      expect([code, err]).toEqual([0, expect.stringContaining('Type the amount to confirm')]);
    }
    expect(await payments()).toBe(3);
  });

  test('confirms bank accounts and approvals by their preview', async () => {
    const payableId = await submitted(40);
    const { record } = await talk.tool('payable_approve', { payableId });
    expect(record).toMatchObject({
      done: false,
      wouldDo: [
        expect.stringMatching(/^Acme Hotels LLC approves payable pay_\w+ of \$40\.00 from/),
        `Payable: ${payableId}`,
        expect.stringMatching(/^Payee: biz_\w+, conn_\w+$/),
      ],
    });
    expect(await service.json(`payable get ${payableId}`)).toMatchObject({ status: 'SUBMITTED' });
    const { confirmation } = record;
    await talk.tool('payable_approve', { payableId, confirmation });
    expect(await service.json(`payable get ${payableId}`)).toMatchObject({ status: 'APPROVED' });

    const spare = { routingNumber: '021000021', accountNumber: '000555511113', name: 'Spare' };
    const added = await talk.tool('bank_connect_manually', { ...spare, accountType: 'checking' });
    expect(added.record).toMatchObject({ done: false });
    expect(await service.json(`bank list -b ${service.payer}`)).toHaveLength(1);
    for (const name of ['bank_set_default', 'bank_remove']) {
      expect((await talk.tool(name, { fundingSourceId: bank })).record.done).toBe(false);
    }
  });
});

test('no refusal names a way around it', async () => {
  const order = quick();
  const confirmed = async (given: object) => {
    const { record } = await talk.tool('pay_quick_pay', { ...given });
    return talk.tool('pay_quick_pay', { ...given, confirmation: record.confirmation });
  };
  const line = { connectionId: connection, amount: 5, invoiceNumber: 'X-1' };
  await confirmed(order);
  await talk.tool('payable_create', { ...line, businessId: service.payee });
  const repeat = await talk.tool('pay_quick_pay', order);
  expect([repeat.isError, repeat.record.alreadyDone]).toEqual([false, true]);
  const refusals = [
    await talk.tool('payable_create', { ...line, businessId: service.payee }),
    await talk.tool('pay_quick_pay', quick(12_000)),
    await talk.tool('pay_quick_pay', { ...quick(5), confirmation: 'yes' }),
  ];
  await service.json('sandbox fault add --operation pay.quickPay --drop after');
  refusals.push(await confirmed(quick(76)), await talk.tool('pay_quick_pay', quick(76)));
  for (const limit of [
    ...['maxPerPayment 1', 'maxPerDay 1', 'maxPerMonth 1', 'maxPerPayeePerDay 1'],
    ...['dualApprovalAbove 1', 'requireApproval true', 'allowedPayees x', 'allowedBankAccounts x'],
  ]) {
    await service.remit(`policy set ${limit}`);
    refusals.push(await talk.tool('pay_quick_pay', quick(20)));
    await service.remit(`policy unset ${limit.split(' ')[0]}`);
  }
  await service.remit('policy set readOnly true');
  refusals.push(await talk.tool('pay_quick_pay', quick(20)));
  refusals.push(await talk.tool('reconcile', { quietSeconds: 0 }));
  const reader = await talkTo(service, 'mcp serve --tools all');
  refusals.push(await reader.tool('pay_quick_pay', quick(20)));
  await reader.end();

  expect(refusals.map(({ record }) => record.error?.code)).toEqual([
    ...['duplicate_invoice_number', 'person_required', 'confirmation_unknown', 'outcome_unknown'],
    ...['in_doubt', 'over_payment_limit', 'over_day_limit', 'over_month_limit', 'over_payee_limit'],
    ...[
      'not_approved',
      'not_approved',
      'payee_not_allowed',
      'bank_not_allowed',
      'read_only',
      'usage',
      'read_only',
    ],
  ]);
  expect(refusals.every(({ isError }) => isError)).toBe(true);
  for (const { text } of [repeat, ...refusals]) {
    expect(text).not.toMatch(
      /--(?!bank\b|amount\b|speed\b|on\b)[a-z]|repeatOf|allowDuplicate|journal resolve|(?:policy|profile|config|dialect) (?:set|unset)/,
    );
  }
});
