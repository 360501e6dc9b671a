import { afterAll, beforeAll, expect, test } from 'vitest';
import { payMeLink } from '../pages/payment-links.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
let draft: string;
let payMe: string;
let bank: string;
beforeAll(async () => {
  trade = await openTrade();
  const { payee, connectionId, done, control } = trade;
  const { id } = await done(payee, 'POST', `${base()}/payables`, { connectionId, amount: 5 });
  draft = `${base()}/payables/${id}`;
  await control('POST', '/sandbox/ledger/credits', { businessId: payee.businessId, amount: 500 });
  payMe = `/api/public${new URL(await payMeLink(trade)).pathname}/pay`;
  const numbers = {
    ...{ routingNumber: '021000021', accountNumber: '5550001111', accountType: 'checking' },
    ...{ name: 'Another', businessId: payee.businessId },
  };
  bank = (await done(payee, 'POST', '/api/bank-accounts/connect-manually', numbers)).id;
  await control('POST', `/sandbox/bank-accounts/${bank}/micro-deposits/advance`);
});
afterAll(() => trade.close());

const base = () => `/api/businesses/${trade.payee.businessId}`;
const HERE = 'the amount';

interface Place {
  readonly field: string;
  readonly request: () => readonly ['payer' | 'payee', string, string, object];
}

/** Every place of a request in which an amount may stand. */
const places: Readonly<Record<string, Place>> = {
  'a new payable': {
    field: 'amount',
    request: () => [
      ...(['payee', 'POST', `${base()}/payables`] as const),
      { connectionId: trade.connectionId, amount: HERE },
    ],
  },
  'a changed payable': {
    field: 'amount',
    request: () => ['payee', 'PUT', draft, { amount: HERE }],
  },
  'a quick payment': {
    field: 'amount',
    request: () => [
      ...(['payer', 'POST', '/api/payments/quick-pay'] as const),
      { connectionId: trade.connectionId, fundingSourceId: trade.payer.bankId, amount: HERE },
    ],
  },
  'a withdrawal': {
    field: 'amount',
    request: () => [
      ...(['payee', 'POST', `${base()}/withdraw-balance`] as const),
      { fundingSourceId: trade.payee.bankId, amount: HERE },
    ],
  },
  'the first micro-deposit': {
    field: 'amount1',
    request: () => ['payee', 'POST', verifying(), { amount1: HERE, amount2: 0.02 }],
  },
  'the second micro-deposit': {
    field: 'amount2',
    request: () => ['payee', 'POST', verifying(), { amount1: 0.02, amount2: HERE }],
  },
  'the least of a pay-me link': {
    field: 'minAmount',
    request: () => ['payee', 'POST', configuring(), { enabled: true, minAmount: HERE }],
  },
  'the most of a pay-me link': {
    field: 'maxAmount',
    request: () => ['payee', 'POST', configuring(), { enabled: true, maxAmount: HERE }],
  },
  'the limit of auto-approval': {
    field: 'autoApprove.maxAmount',
    request: () => [
      ...(['payer', 'PATCH', `/api/connections/${trade.connectionId}/settings`] as const),
      { autoApprove: { enabled: true, maxAmount: HERE } },
    ],
  },
  'a payment by a pay-me link': {
    field: 'amount',
    request: () => [
      ...(['payer', 'POST', payMe] as const),
      {
        ...{ amount: HERE, payerName: 'Ada Ames', payerEmail: 'ada@stranger.test' },
        ...{ publicToken: 'public-sandbox-good', accountId: 'acct_checking_0000' },
      },
    ],
  },
};
const verifying = () => `/api/bank-accounts/${bank}/verify-micro-deposits`;
const configuring = () => `${base()}/pay-me-link/configure`;

const OUT_OF_RANGE = '422 invalid_amount';
const NO_NUMBER = '400 invalid_type';
/** As they stand in the body: not all of them are numbers that a program would write. */
const amounts: readonly (readonly [string, string])[] = [
  ...['0', '-0', '0.00', '-0.01', '-1', '-50000', '0.001', '1.005', '0.009', '1e-7'].map(
    (it) => [it, OUT_OF_RANGE] as const,
  ),
  ...['0.30000000000000004', '10000000.01', '90071992547409.93', '9007199254740993', '1e300'].map(
    (it) => [it, OUT_OF_RANGE] as const,
  ),
  ...['"5"', '"5.00"', '"$5"', '""', 'true', '[5]', '{"value":5}', '1e999'].map(
    (it) => [it, NO_NUMBER] as const,
  ),
];

const some = amounts.filter(([amount]) => ['0', '1.005', '10000000.01', '"5"'].includes(amount));

/** Refuses each amount in a place, with the name of its member. */
async function expectRefusals({ field, request }: Place, refused: typeof amounts): Promise<void> {
  for (const [amount, refusal] of refused) {
    const [who, method, path, body] = request();
    const text = JSON.stringify(body).replace(JSON.stringify(HERE), amount);
    const answered = await trade.ask(trade[who], method, path, text);
    expect([amount, `${answered.status} ${answered.body.code}`]).toEqual([amount, refusal]);
    expect(answered.body.errors).toMatchObject([{ field }]);
  }
}

test.each(Object.entries(places))(
  '%s is refused with amounts of each kind',
  async (name, place) => {
    await expectRefusals(place, name === 'a new payable' ? amounts : some);
  },
);

test('no refused amount was written, or counted as an attempt', async () => {
  const { control, done, payee, balance } = trade;
  expect(await control('GET', '/sandbox/events?type=payment.created')).toEqual([]);
  expect(await done(payee, 'GET', draft)).toMatchObject({ amount: 5 });
  expect(await balance()).toEqual([500, 0, 500]);
  const { attemptsRemaining } = await control(
    'GET',
    `/sandbox/bank-accounts/${bank}/micro-deposits`,
  );
  expect(attemptsRemaining).toBe(3);
  const { data } = await done(payee, 'GET', `${base()}/payables`);
  expect(data).toHaveLength(1);
});
