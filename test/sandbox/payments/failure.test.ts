import { afterEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
afterEach(() => trade.close());

test.for([
  ['R03-late', 'R03'],
  ['R23-late', 'R23'],
] as const)(
  'a withdrawal that %s returns after it completed is available again',
  async ([name, code]) => {
    trade = await openTrade();
    const { payee, control, advance, addBank } = trade;
    const { businessId } = payee;
    await control('POST', '/sandbox/ledger/credits', { businessId, amount: 100 });
    const fundingSourceId = await addBank(payee, businessId, name);
    const { id } = await trade.done(
      payee,
      'POST',
      `/api/businesses/${businessId}/withdraw-balance`,
      {
        ...{ amount: 60, fundingSourceId },
      },
    );
    await advance({ untilState: `withdrawal:${id}:COMPLETED` });
    expect(await trade.balance()).toEqual([40, 0, 40]);
    await advance({ untilState: `withdrawal:${id}:RETURNED` });
    expect(await trade.balance()).toEqual([100, 0, 100]);
    const [withdrawal] = (await control('GET', '/sandbox/withdrawals')).slice(-1);
    expect(withdrawal).toMatchObject({ id, status: 'RETURNED', failureCode: code });
    expect(await control('GET', '/sandbox/ledger/check')).toMatchObject({ ok: true });
    const again = await trade.tryControl('POST', `/sandbox/withdrawals/${id}/return`, {
      code: 'R01',
    });
    expect(again).toMatchObject({ status: 422, body: { code: 'invalid_return_code' } });
  },
);

test('a returned withdrawal is credited to the balance', async () => {
  trade = await openTrade();
  const { payee, control, advance, withdraw } = trade;
  await control('POST', '/sandbox/ledger/credits', {
    ...{ businessId: payee.businessId, amount: 100 },
  });
  const { body } = await withdraw(55.03);
  await advance({ untilState: `withdrawal:${body.id}:FAILED` });
  expect(await trade.balance()).toEqual([100, 0, 100]);
  const bank = await trade.done(payee, 'GET', '/api/bank-accounts');
  expect(bank).toMatchObject([{ id: payee.bankId, status: 'verification_failed' }]);
});
