import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Company, openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const NOT_VERIFIED = 'funding_source_not_verified';
const PATH = '/api/payments/bulk-initiate';
const base = ({ businessId }: Company) => `/api/businesses/${businessId}`;
const payables = () => `${base(trade.payee)}/payables`;
const put = (amount: number, submit = true) =>
  trade.done(trade.payee, 'POST', payables(), {
    ...{ connectionId: trade.connectionId, amount, submit },
  });

/** A payable that the payer has approved, of a business that is connected with the payer's second one. */
async function ofSecondBusiness(): Promise<string> {
  const { payer, payee, addBusiness, connect, done } = trade;
  const second = { ...payer, businessId: await addBusiness(payer, 'Acme Bistro LLC') };
  const connectionId = await connect(second, payee);
  const body = { connectionId, amount: 5, submit: true };
  const { id } = await done(payee, 'POST', payables(), body);
  await done(second, 'POST', `${base(second)}/payables/${id}/approve`);
  return id;
}

async function unverifiedBank(): Promise<string> {
  const { payer, done } = trade;
  const body = {
    ...{ routingNumber: '021000021', accountNumber: '5550001111', accountType: 'checking' },
    ...{ name: 'Another', businessId: payer.businessId },
  };
  return (await done(payer, 'POST', '/api/bank-accounts/connect-manually', body)).id;
}

test('every unpayable row is reported with its reason, no other row is, and nothing is paid', async () => {
  const { payer, payee, approved, initiate, ask, done, payable, control } = trade;
  const good = await approved(10);
  const other = await approved(20);
  const underWay = await approved(30);
  await initiate(underWay);
  const declined = (await put(5)).id;
  await done(payer, 'POST', `${base(payer)}/payables/${declined}/decline`);
  const large = await approved(1_000_000.01);
  const dated = await approved(40);
  const removed = await trade.addBank(payer, payer.businessId, 'Closed');
  await done(payer, 'DELETE', `/api/bank-accounts/${removed}`);
  const before = await control('GET', '/sandbox/events?type=payment.created');

  const bank = payer.bankId;
  const unverified = await unverifiedBank();
  const row = (payableId: string, more: object = {}) => ({
    ...{ payableId, fundingSourceId: bank, ...more },
  });
  const bad: readonly (readonly [object, string, string])[] = [
    [row('pay_none'), 'not_found', 'payableId'],
    [row((await put(5, false)).id), 'not_found', 'payableId'],
    [row((await put(5)).id), 'payable_not_approved', 'payableId'],
    [row(declined), 'payable_not_approved', 'payableId'],
    [row(underWay), 'payment_in_progress', 'payableId'],
    [row(good), 'payment_in_progress', 'payableId'],
    [row(await ofSecondBusiness()), 'funding_source_mismatch', 'fundingSourceId'],
    [row(other, { fundingSourceId: 'fs_none' }), 'not_found', 'fundingSourceId'],
    [row(await approved(6), { fundingSourceId: removed }), 'not_found', 'fundingSourceId'],
    [
      row(await approved(7), { fundingSourceId: payee.bankId }),
      'business_forbidden',
      'fundingSourceId',
    ],
    [row(await approved(8), { fundingSourceId: unverified }), NOT_VERIFIED, 'fundingSourceId'],
    [row(large, { clearingSpeed: 'sameDay' }), 'same_day_limit_exceeded', 'clearingSpeed'],
    [row(dated, { scheduledDate: '2026-03-02' }), 'invalid_scheduled_date', 'scheduledDate'],
  ];

  const payments = [row(good), ...bad.map(([order]) => order), row(await approved(50))];
  const { status, body } = await ask(payer, 'POST', PATH, { payments });
  expect([status, body.code]).toEqual([422, 'bulk_validation_failed']);
  expect(body.errors).toEqual(
    bad.map(([, code, member], at) => ({
      ...{ index: at + 1, field: `payments.${at + 1}.${member}` },
      ...{ pointer: `#/payments/${at + 1}/${member}`, code, message: expect.stringMatching(/\w/) },
    })),
  );
  expect(await control('GET', '/sandbox/events?type=payment.created')).toEqual(before);
  expect(await payable(good)).toMatchObject({ status: 'APPROVED', activePaymentId: null });
});

test('rows of a payer that may not pay are each refused with the reason', async () => {
  const { payer, approved, ask, control } = trade;
  const ids = [await approved(10), await approved(20)];
  await control('POST', `/sandbox/businesses/${payer.businessId}/suspend`);
  const payments = ids.map((payableId) => ({ payableId, fundingSourceId: payer.bankId }));
  const { status, body } = await ask(payer, 'POST', PATH, { payments });
  expect([status, body.errors]).toMatchObject([
    422,
    [
      { index: 0, code: 'business_suspended' },
      { index: 1, code: 'business_suspended' },
    ],
  ]);
});

test('rows whose payee is the caller are refused with the reason', async () => {
  const { payee, approved, ask } = trade;
  const payments = [{ payableId: await approved(10), fundingSourceId: payee.bankId }];
  const { body } = await ask(payee, 'POST', PATH, { payments });
  expect(body.errors).toMatchObject([
    { index: 0, code: 'not_payer', field: 'payments.0.payableId' },
  ]);
});

test.each([0, 101])('a batch of %i payments is refused as a whole', async (count) => {
  const order = { payableId: 'pay_1', fundingSourceId: trade.payer.bankId };
  const payments = Array.from({ length: count }, () => order);
  const { status, body } = await trade.ask(trade.payer, 'POST', PATH, { payments });
  expect([status, body.code, body.errors]).toEqual([422, 'bulk_validation_failed', undefined]);
});
