/** The story of an invoice, in two parts, so that the sandbox can be killed between them. */

import { expect } from 'vitest';
import type { Person } from '../sandbox/open-sandbox.ts';
import type { Companies, Company } from '../sandbox/trading-partners.ts';
import { type Mode, sentTwice, underWay } from './play-story.ts';

/** The state between the two parts. */
export interface Told {
  readonly a: Company;
  readonly b: Company;
  readonly payableId: string;
  readonly paymentId: string;
}

const at = ({ businessId }: Company, rest: string) => `/api/businesses/${businessId}/${rest}`;

/** Returns the balance of a business in dollars: available, pending, total. */
export async function balanceOf({ done }: Companies, who: Company): Promise<readonly number[]> {
  const { available, pending, total } = await done(who, 'GET', at(who, 'balance'));
  return [available, pending, total];
}

/** Plays the first part: from the sign-in to the processing payment. */
export async function invoiceIsSent(stage: Companies, mode: Mode): Promise<Told> {
  const { ask, done, refused, control, advance, payablePath } = stage;

  // 1. Both sign in and register their businesses, which are verified immediately.
  const acme = await signedIn(stage, 'Acme Hotels LLC');
  const coastal = await signedIn(stage, 'Coastal Linen Inc');
  const businessA = await registered(stage, acme, 'Acme Hotels LLC');
  const businessB = await registered(stage, coastal, 'Coastal Linen Inc');

  // 2. A links a bank account at the provider and makes it the default.
  const { linkToken } = await done(acme, 'GET', '/api/bank-accounts/linkprovider-link-token');
  const chosen = await control('POST', '/sandbox/linkprovider/public-tokens', { linkToken });
  const { accountId } = chosen.accounts[0];
  const linked = await ask(acme, 'POST', '/api/bank-accounts/connect-linkprovider', {
    ...{ publicToken: chosen.publicToken, accountId, businessId: businessA },
  });
  expect(linked).toMatchObject({ status: 201, body: { status: 'verified' } });
  const a: Company = { ...acme, businessId: businessA, bankId: linked.body.id };
  const made = await done(a, 'PATCH', `/api/bank-accounts/${a.bankId}/set-as-default`);
  expect(made).toMatchObject({ id: a.bankId, isDefault: true });

  // 3. B links a bank account by its numbers, and cannot verify it yet.
  const manual = await ask(coastal, 'POST', '/api/bank-accounts/connect-manually', {
    ...{ routingNumber: '110000000', accountNumber: '000123456789', accountType: 'checking' },
    ...{ name: 'Main', businessId: businessB },
  });
  expect(manual).toMatchObject({ status: 201, body: { status: 'unverified' } });
  const b: Company = { ...coastal, businessId: businessB, bankId: manual.body.id };
  const verify = `/api/bank-accounts/${b.bankId}/verify-micro-deposits`;
  expect(await refused(b, 'POST', verify, { amount1: 0.01, amount2: 0.02 })).toBe(
    '409 micro_deposits_not_posted',
  );

  // 4. A invites B. The connection exists, but is not listed yet.
  const invited = await ask(a, 'POST', at(a, 'invitations'), {
    ...{ email: b.email, aliasName: 'Linen' },
  });
  expect(invited).toMatchObject({ status: 201, body: { status: 'pending' } });
  const { connectionId } = invited.body;
  expect(await done(a, 'GET', `/api/connections/${connectionId}`)).toMatchObject({
    status: 'pending',
  });
  expect(await done(a, 'GET', '/api/connections')).toEqual([]);

  // 5. B accepts. Only A sees the label.
  const [mail] = await control('GET', `/sandbox/outbox?kind=invitation&to=${b.email}`);
  await done(b, 'POST', at(b, 'invitations/accept'), { token: mail.token });
  const active = { id: connectionId, status: 'active' };
  expect(await done(a, 'GET', '/api/connections')).toMatchObject([{ ...active, alias: 'Linen' }]);
  expect(await done(b, 'GET', '/api/connections')).toMatchObject([{ ...active, alias: null }]);

  // 6. B sends an invoice, 7. A finds and approves it.
  const invoice = await ask(b, 'POST', at(b, 'payables'), {
    ...{ connectionId, amount: 2500, invoiceNumber: 'INV-1', submit: true },
    lineItems: [
      { description: 'Bed linen', quantity: 10, unitPrice: 200 },
      { description: 'Delivery', quantity: 1, unitPrice: 500 },
    ],
  });
  expect(invoice).toMatchObject({ status: 201, body: { status: 'SUBMITTED' } });
  const payableId: string = invoice.body.id;
  expect(await done(a, 'GET', at(a, 'payables?status=SUBMITTED'))).toMatchObject({
    ...{ total: 1, data: [{ id: payableId, amount: 2500, direction: 'received' }] },
  });
  const approved = await done(a, 'POST', `${payablePath(a, payableId)}/approve`);
  expect(approved).toMatchObject({ status: 'APPROVED' });

  // 8. A pays. Sending the order again pays nothing more.
  const order = { payableId, fundingSourceId: a.bankId, clearingSpeed: 'standard' };
  const [paid, again] = await sentTwice(stage, a, '/api/payments/initiate', order);
  expect(paid).toMatchObject({
    ...{ status: 201 },
    body: { status: 'PENDING', amount: 2500, estimatedSettlementDate: '2026-03-05' },
  });
  if (mode.idempotency === 'on') expect(again).toMatchObject({ status: 201, body: paid.body });
  else expect(again).toMatchObject({ status: 409, body: { code: refusedAgain(mode) } });
  const { paymentId } = paid.body;
  expect(await done(b, 'GET', payablePath(b, payableId))).toMatchObject({
    ...{ status: underWay(mode), activePaymentId: paymentId, paymentStatus: 'PENDING' },
  });
  expect(await balanceOf(stage, b)).toEqual([0, 0, 0]);

  // 9. On Monday at 17:00 the payment is submitted.
  await advance({ to: '2026-03-02T22:00:00Z' });
  expect(await control('GET', `/sandbox/payments/${paymentId}`)).toMatchObject({
    status: 'PROCESSING',
  });
  expect(await balanceOf(stage, b)).toEqual([0, 2500, 2500]);
  return { a, b, payableId, paymentId };
}

const refusedAgain = (mode: Mode) =>
  underWay(mode) === 'APPROVED' ? 'payment_in_progress' : 'payable_not_approved';

/** Plays the second part: from the processing payment to the withdrawal of the money. */
export async function invoiceIsPaid(stage: Companies, mode: Mode, told: Told): Promise<void> {
  const { ask, done, control, advance, payablePath } = stage;
  const { a, b, payableId, paymentId } = told;

  // 10. On Tuesday the deposits have arrived, and B enters them in reverse order.
  await advance({ to: '2026-03-03T14:00:00Z' });
  const deposits = `/sandbox/bank-accounts/${b.bankId}/micro-deposits`;
  const { amounts } = await control('GET', deposits);
  const verify = `/api/bank-accounts/${b.bankId}/verify-micro-deposits`;
  expect(await done(b, 'POST', verify, { amount1: amounts[1], amount2: amounts[0] })).toMatchObject(
    { status: 'verified' },
  );

  // 11. On Thursday at 9:00 the invoice is paid.
  await advance({ to: '2026-03-05T14:00:00Z' });
  expect(await control('GET', `/sandbox/payments/${paymentId}`)).toMatchObject({
    status: 'COMPLETED',
  });
  expect(await done(b, 'GET', payablePath(b, payableId))).toMatchObject({ status: 'PAID' });
  expect(await balanceOf(stage, b)).toEqual([2500, 0, 2500]);

  // 12. B withdraws. 13. On Friday the money arrives at the bank.
  await advance({ to: '2026-03-05T15:00:00Z' });
  const withdraw = (amount: number) =>
    ask(b, 'POST', at(b, 'withdraw-balance'), { amount, fundingSourceId: b.bankId });
  expect(await withdraw(1000)).toMatchObject({
    ...{ status: 201 },
    body: { status: 'PENDING', estimatedArrivalDate: '2026-03-06', balance: { withdrawing: 1000 } },
  });
  expect(await balanceOf(stage, b)).toEqual([1500, 0, 2500]);
  const withdrawals = () => control('GET', `/sandbox/withdrawals?businessId=${b.businessId}`);
  await advance({ to: '2026-03-05T22:00:00Z' });
  expect(await withdrawals()).toMatchObject([{ status: 'PROCESSING' }]);
  expect(await balanceOf(stage, b)).toEqual([1500, 0, 2500]);
  await advance({ to: '2026-03-06T14:00:00Z' });
  expect(await withdrawals()).toMatchObject([{ status: 'COMPLETED' }]);
  expect(await balanceOf(stage, b)).toEqual([1500, 0, 1500]);
  const books: { name: string; balance: number }[] = await control('GET', '/sandbox/ledger');
  expect(books.find(({ name }) => name === `bank.${b.bankId}`)?.balance).toBeCloseTo(
    1000 + amounts[0] + amounts[1],
    2,
  );

  // 14. B cannot withdraw more than the balance.
  expect(await withdraw(1500.01)).toMatchObject({
    ...{ status: 422, body: { code: 'insufficient_balance' } },
  });

  // 15. The activity log has all events in order.
  const log = await done(b, 'GET', `${payablePath(b, payableId)}/activity-log`);
  expect(log.map((it: { type: string }) => it.type)).toEqual([
    ...['created', 'submitted', 'approved'],
    ...['payment_initiated', 'payment_processing', 'payment_completed'],
  ]);
  expect(log[3].actor).toMatchObject({ type: 'user', businessId: a.businessId });
  expect(log[5]).toMatchObject({
    ...{ fromStatus: underWay(mode), toStatus: 'PAID', actor: { type: 'system' } },
  });
}

/** Creates an account and signs in its user. */
async function signedIn({ newAccount, send }: Companies, name: string): Promise<Person> {
  const person = await newAccount(name);
  const { status, body } = await send('POST', '/api/auth/sign-in', {
    body: { email: person.email, password: 'correct horse' },
  });
  expect(status).toBe(200);
  return { ...person, token: body.accessToken };
}

async function registered({ ask, done }: Companies, who: Person, name: string): Promise<string> {
  const address = {
    ...{ street: '1 Main St', city: 'Albany', state: 'NY', zip: '12207', country: 'US' },
  };
  const made = await ask(who, 'POST', '/api/businesses', {
    ...{ name, businessType: 'llc', address, taxInfo: { ein: '12-3456789' } },
    controller: {
      ...{ firstName: 'Ada', lastName: 'Ames', dateOfBirth: '1980-05-17', ssn: '1234', address },
    },
  });
  expect(made).toMatchObject({ status: 201, body: { status: 'pending' } });
  const { id } = made.body;
  expect(await done(who, 'GET', `/api/businesses/${id}`)).toMatchObject({ status: 'verified' });
  return id;
}
