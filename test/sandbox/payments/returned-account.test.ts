import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
let fundingSourceId: string;
beforeEach(async () => {
  trade = await openTrade();
  const { payer, addBank } = trade;
  fundingSourceId = await addBank(payer, payer.businessId, 'Operating');
});
afterEach(() => trade.close());

/** Pays a payable from the account, and returns the payment with a code. */
async function failWith(code: string, payableId?: string): Promise<void> {
  const order = { fundingSourceId };
  const { paymentId } = await trade.initiate(payableId ?? (await trade.approved(40)), order);
  await trade.control('POST', `/sandbox/payments/${paymentId}/submit`);
  await trade.control('POST', `/sandbox/payments/${paymentId}/fail`, { code });
}

/** The answer to a request to pay a payable from the account. */
async function attempt(payableId?: string): Promise<string> {
  const body = { payableId: payableId ?? (await trade.approved(50)), fundingSourceId };
  const answer = await trade.ask(trade.payer, 'POST', '/api/payments/initiate', body);
  return [answer.status, answer.body.code].filter(Boolean).join(' ');
}

const statusOf = async () =>
  (await trade.control('GET', `/sandbox/bank-accounts/${fundingSourceId}`)).status;

test.each([
  ['R02', 'verification_failed'],
  ['R16', 'frozen'],
])(
  '%s takes the account out of use, with a mail, and what was not submitted fails',
  async (code, status) => {
    const pending = await trade.initiate(await trade.approved(60), { fundingSourceId });
    const order = { fundingSourceId, scheduledDate: '2026-03-10' };
    const scheduled = await trade.initiate(await trade.approved(70), order);
    await failWith(code);
    expect(await statusOf()).toBe(status);
    expect(await attempt()).toBe('409 funding_source_not_verified');
    const mails = await trade.control('GET', '/sandbox/outbox?kind=bank_account');
    expect(mails).toMatchObject([{ subject: 'Bank account Operating cannot be used' }]);
    expect(mails[0].text).toContain(`(${code})`);

    await trade.advance({ businessDays: 10 });
    for (const { paymentId } of [pending, scheduled]) {
      expect(await trade.payment(paymentId)).toMatchObject({
        ...{ status: 'FAILED', failureCode: 'precondition_failed', submittedAt: null },
      });
    }
    expect(await trade.balance()).toEqual([0, 0, 0]);
  },
);

test('the amounts of its micro-deposits do not verify a frozen account again', async () => {
  const { payer, done, control, ask, advance } = trade;
  const linked = await done(payer, 'POST', '/api/bank-accounts/connect-manually', {
    ...{ businessId: payer.businessId, name: 'Second', accountType: 'checking' },
    ...{ routingNumber: '110000000', accountNumber: '000111222333' },
  });
  fundingSourceId = linked.id;
  await advance({ businessDays: 1 });
  const path = `/sandbox/bank-accounts/${fundingSourceId}/micro-deposits`;
  const [amount1, amount2] = (await control('GET', path)).amounts;
  const verify = () =>
    ask(payer, 'POST', `/api/bank-accounts/${fundingSourceId}/verify-micro-deposits`, {
      ...{ amount1, amount2 },
    });
  expect((await verify()).status).toBe(200);
  await failWith('R16');
  expect((await verify()).body.code).toBe('bank_account_frozen');
  expect(await statusOf()).toBe('frozen');
});

test.each(['R07', 'R29'])('%s stops debits until they are authorized again', async (code) => {
  const pending = await trade.initiate(await trade.approved(60), { fundingSourceId });
  await failWith(code);
  expect(await statusOf()).toBe('verified');
  expect(await attempt()).toBe('422 debit_not_authorized');
  await trade.advance({ businessDays: 5 });
  expect(await trade.payment(pending.paymentId)).toMatchObject({
    ...{ status: 'FAILED', failureCode: 'debit_not_authorized' },
  });
  const account = await trade.control('PATCH', `/sandbox/bank-accounts/${fundingSourceId}`, {
    authorized: true,
  });
  expect(account).toMatchObject({ debitsStoppedCode: null });
  expect(await attempt()).toBe('201');
});

test.each(['R01', 'R08', 'R11'])('%s leaves the account as it is', async (code) => {
  await failWith(code);
  expect(await statusOf()).toBe('verified');
  expect(await attempt()).toBe('201');
});

test('a notice of change says what to correct until when, and changes nothing else', async () => {
  const { payer, control, done, tryControl } = trade;
  const { paymentId } = await trade.initiate(await trade.approved(40), { fundingSourceId });
  const notice = `/sandbox/payments/${paymentId}/notice`;
  expect((await tryControl('POST', notice, { code: 'C01' })).status).toBe(409);
  await control('POST', `/sandbox/payments/${paymentId}/submit`);
  for (const code of ['C04', 'R01']) {
    expect((await tryControl('POST', notice, { code })).body.code).toBe('invalid_return_code');
  }
  expect(await control('POST', notice, { code: 'C02' })).toMatchObject({ status: 'PROCESSING' });
  const banks = await done(payer, 'GET', '/api/bank-accounts');
  expect(banks.at(-1)).toMatchObject({
    ...{ id: fundingSourceId, status: 'verified' },
    noticeOfChange: { code: 'C02', title: 'Incorrect Routing Number', correctBy: '2026-03-10' },
  });
  const [mail] = await control('GET', '/sandbox/outbox?kind=bank_account');
  expect(mail.text).toContain('Correct the routing number within 6 business days');
  expect(await control('GET', '/sandbox/events?type=bank_account.notice_of_change')).toMatchObject([
    { data: { code: 'C02', paymentId } },
  ]);
  expect(await attempt()).toBe('201');
});

test('a payment that is returned for its funds is sent again twice, not three times', async () => {
  const payableId = await trade.approved(40);
  for (const code of ['R01', 'R09', 'R01']) await failWith(code, payableId);
  expect(await attempt(payableId)).toBe('422 retry_limit_exceeded');
  const other = { fundingSourceId: trade.payer.bankId };
  expect(await trade.initiate(payableId, other)).toMatchObject({
    ...{ status: 'PENDING', companyEntryDescription: 'PAYMENT' },
  });
});

test('what is sent again after a return for its funds says so, and no other payment does', async () => {
  const payableId = await trade.approved(40);
  for (const [code, description] of [
    ['R08', 'PAYMENT'],
    ['R01', 'PAYMENT'],
    ['R09', 'RETRY PYMT'],
  ] as const) {
    const payment = await trade.initiate(payableId, { fundingSourceId });
    expect([code, payment.companyEntryDescription]).toEqual([code, description]);
    await trade.control('POST', `/sandbox/payments/${payment.paymentId}/submit`);
    await trade.control('POST', `/sandbox/payments/${payment.paymentId}/fail`, { code });
  }
});

test('a payment that is returned for its funds is sent again within 180 days', async () => {
  const payableId = await trade.approved(40);
  await failWith('R01', payableId);
  await trade.advance({ by: 'P181D' });
  expect(await attempt(payableId)).toBe('422 retry_limit_exceeded');
});
