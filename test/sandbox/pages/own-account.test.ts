import { expect, test } from 'vitest';
import { hrefOf, type VisitedPage, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import type { Company } from '../trading-partners.ts';
import { openInspector } from './inspector-visitor.ts';
import { press, trade, visitInEachTest, visitor } from './payer-visit.ts';
import { linkedInvoice, payMeLink } from './payment-links.ts';

const ada = { payerName: 'Ada Ames', payerEmail: 'ada@acme.test', with: 'account' };

visitInEachTest();

async function signIn(url: string, { email }: Company, fields = {}): Promise<VisitedPage> {
  const form = await visitor.send(await visitor.open(url), { ...ada, ...fields });
  return visitor.send(form, { email, password: 'correct horse' }, /sign-in$/);
}

test('an invoice is paid from an account of its payer, who signs in on the page', async () => {
  const { id, url } = await linkedInvoice(trade, { invoiceNumber: 'CL-1' });
  const accounts = await signIn(url, trade.payer);
  expect(visibleTextOf(accounts)).toContain(`Signed in as ${trade.payer.email}.`);
  const check = await visitor.open(hrefOf(accounts, 'bank='));
  expect(visibleTextOf(check)).toContain('Ada Ames authorizes Coastal Linen Inc');
  const receipt = await press(check);
  expect(visibleTextOf(receipt)).toContain('Your payment is in progress');
  expect((await press(check)).url).toBe(receipt.url);
  const { activePaymentId } = await trade.payable(id);
  expect(await trade.payment(activePaymentId)).toMatchObject({
    ...{ payerBusinessId: trade.payer.businessId, fundingSourceId: trade.payer.bankId },
  });
  await trade.advance({ businessDays: 4 });
  expect(await trade.balance()).toEqual([120, 0, 120]);
});

test('the owner of a sandbox signs in with the password that the inspector tells', async () => {
  const { url } = await linkedInvoice(trade);
  const form = await visitor.send(await visitor.open(url), ada);
  expect(visibleTextOf(form)).toContain('The owner of this sandbox is demo@remit.test.');
  const { look } = await openInspector(trade);
  const { text } = await look(new URL(hrefOf(form, 'settings')).pathname);
  const password = /Password<.dt><dd><code>([^<]+)/.exec(text)?.[1] ?? '';
  const wrong = await visitor.send(form, { email: 'demo@remit.test', password: 'x' }, /sign-in$/);
  expect(wrong.status).toBe(401);
  const accounts = await visitor.send(form, { email: 'demo@remit.test', password }, /sign-in$/);
  expect(visibleTextOf(accounts)).toContain('Signed in as demo@remit.test.');
});

test("another business pays no invoice of the payer's, and nobody an account that is not theirs", async () => {
  const { id, url } = await linkedInvoice(trade);
  const none = await signIn(url, trade.payee);
  expect(visibleTextOf(none)).toContain('You have no verified bank account that can pay this');
  const checkout = none.url.replace(/\/sign-in$/, '');
  for (const bank of [trade.payer.bankId, trade.payee.bankId]) {
    expect((await visitor.open(`${checkout}?bank=${bank}`)).url).toContain('/sign-in');
    const formToken = none.forms[0]?.fields['formToken'] ?? '';
    const forced = await visitor.post(checkout, { formToken, bank, authorization: 'x' });
    expect(forced.headers.get('location')).toContain('/sign-in');
  }
  expect((await trade.payable(id)).paymentStatus).toBeNull();
});

test('a wrong password shows the form again; signing out ends it', async () => {
  const { url } = await linkedInvoice(trade);
  const form = await visitor.send(await visitor.open(url), ada);
  const wrong = await visitor.send(form, { email: trade.payer.email, password: 'x' }, /sign-in$/);
  expect([wrong.status, visibleTextOf(wrong)]).toEqual([
    401,
    expect.stringContaining('The email address or password is incorrect.'),
  ]);
  const accounts = await visitor.send(wrong, { password: 'correct horse' }, /sign-in$/);
  const out = await visitor.send(accounts, {}, /sign-out$/);
  expect(visibleTextOf(out)).toContain('Sign in to pay');
  expect((await visitor.open(hrefOf(accounts, 'bank='))).url).toContain('/sign-in');
});

test('a business is paid by its pay-me link from any account of the user', async () => {
  const url = await payMeLink(trade);
  const accounts = await signIn(url, trade.payer, { amount: '50' });
  await press(await visitor.open(hrefOf(accounts, `bank=${trade.payer.bankId}`)));
  await trade.advance({ businessDays: 4 });
  expect(await trade.balance()).toEqual([50, 0, 50]);
});
