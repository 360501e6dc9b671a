import { afterEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
afterEach(() => trade.close());

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
