import { expect } from 'vitest';
import { type Company, openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { balanceOf } from './full-invoice.ts';
import { sentTwice, story, underWay } from './play-story.ts';

const address = { street: '9 Elm St', city: 'Waco', state: 'TX', zip: '76701', country: 'US' };

/** A business that only receives, with a bank account. */
async function bakery({ newAccount, ask, addBank }: Trade, taxInfo?: object): Promise<Company> {
  const person = await newAccount('Corner Bakery');
  const { status, body } = await ask(person, 'POST', '/api/businesses/basic', {
    ...{ name: 'Corner Bakery', businessType: 'soleProprietorship', address, taxInfo },
  });
  expect([status, body.status]).toEqual([201, 'pending']);
  return { ...person, businessId: body.id, bankId: await addBank(person, body.id) };
}

/** Who is invoiced over a connection has approved it; its id. */
async function invoiced(
  { done, payablePath }: Trade,
  [from, to]: readonly [Company, Company],
  connectionId: string,
  amount: number,
): Promise<string> {
  const body = { connectionId, amount, submit: true };
  const { id } = await done(from, 'POST', `/api/businesses/${from.businessId}/payables`, body);
  await done(to, 'POST', `${payablePath(to, id)}/approve`);
  return id;
}

story(
  'S2 A basic business is paid and withdraws, and pays nobody',
  {
    covers: {
      business: ['createBasic', 'get', 'balance', 'withdraw'],
      payable: ['approve'],
      pay: ['initiate'],
    },
    opens: openTrade,
  },
  async (trade, mode) => {
    const { payer, payee, done, refused, initiate, advance } = trade;
    const c = await bakery(trade, { ssn: '123-45-6789' });
    const shown = await done(c, 'GET', `/api/businesses/${c.businessId}`);
    expect(shown).toMatchObject({
      ...{ status: 'verified', type: 'basic', taxInfo: { ssnLast4: '6789' } },
      capabilities: { send: false, receive: true },
    });
    expect(JSON.stringify(shown)).not.toMatch(/123-?45-?6789/);

    await initiate(await invoiced(trade, [c, payer], await trade.connect(payer, c), 80));
    await advance({ to: '2026-03-05T14:00:00Z' });
    expect(await balanceOf(trade, c)).toEqual([80, 0, 80]);

    const connectionId = await trade.connect(c, payee);
    const payableId = await invoiced(trade, [payee, c], connectionId, 20);
    const own = { fundingSourceId: c.bankId };
    expect(await refused(c, 'POST', '/api/payments/initiate', { ...own, payableId })).toBe(
      '403 business_receive_only',
    );
    const quick = { ...own, connectionId, amount: 5 };
    expect(await refused(c, 'POST', '/api/payments/quick-pay', quick)).toBe(
      '403 business_receive_only',
    );

    const path = `/api/businesses/${c.businessId}/withdraw-balance`;
    const [first, again] = await sentTwice(trade, c, path, { ...own, amount: 30 });
    expect([first.status, again.status]).toEqual([201, 201]);
    const isOne = mode.idempotency === 'on';
    expect(again.body.withdrawalId === first.body.withdrawalId).toBe(isOne);
    expect(await balanceOf(trade, c)).toEqual([isOne ? 50 : 20, 0, 80]);
  },
);

story(
  'S2 Without a tax number it stays pending, and so do payments to it',
  { covers: { business: ['createBasic'], pay: ['initiate'] }, opens: openTrade },
  async (trade, mode) => {
    const { payer, done, control, initiate, payment, payablePath } = trade;
    const c = await bakery(trade);
    expect(await done(c, 'GET', `/api/businesses/${c.businessId}`)).toMatchObject({
      ...{ status: 'pending', verification: { requiredActions: ['taxInfo'] } },
    });
    const id = await invoiced(trade, [c, payer], await trade.connect(payer, c), 80);
    const { paymentId, ...held } = await initiate(id);
    expect(held).toMatchObject({ status: 'HELD', holdReason: 'payee_not_verified' });
    expect(await done(c, 'GET', payablePath(c, id))).toMatchObject({ status: underWay(mode) });

    await control('POST', `/sandbox/businesses/${c.businessId}/verify`);
    expect(await payment(paymentId)).toMatchObject({ status: 'PENDING', holdReason: null });
    await trade.advance({ to: '2026-03-05T14:00:00Z' });
    expect(await payment(paymentId)).toMatchObject({ status: 'COMPLETED' });
    expect(await balanceOf(trade, c)).toEqual([80, 0, 80]);
  },
);
