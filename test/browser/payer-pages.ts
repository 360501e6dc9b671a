/** A walk through every page that payers and invited partners see, in each of its states. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { linkedInvoice, payMeLink } from '../sandbox/pages/payment-links.ts';
import type { Trade } from '../sandbox/trading-partners.ts';

/** Called at each state, with the page open. */
type Look = (name: string) => Promise<void>;

/** Creates an invoice of three lines over $2,431.50 with a payment link. */
export const invoiceOfThreeLines = (trade: Trade, invoiceNumber = 'CL-2001') =>
  linkedInvoice(trade, {
    ...{ amount: 2431.5, dueDate: '2026-03-31', memo: 'Linen service for March\nPO 4471' },
    invoiceNumber,
    lineItems: [
      { description: 'Bed linen, weekly change', quantity: 40, unitPrice: 31.25 },
      {
        description: 'Towels and bath mats, all rooms of both houses',
        quantity: 362,
        unitPrice: 3.25,
      },
      { description: 'Pick-up', quantity: 1, unitPrice: 5 },
    ],
  });

/** Fills in who pays, and goes on to the banks. */
export async function fillInPayer(page: Page, email = 'ada@stranger.test'): Promise<void> {
  await page.getByLabel('Your name or business').fill('Ada Ames');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Select your bank' }).click();
}

/** Chooses an account: Business Checking at a bank, or one of the test accounts by the beginning of its name. */
export async function chooseAccount(page: Page, account = 'Business Checking'): Promise<void> {
  const bank = account === 'Business Checking' ? 'First Example Bank' : 'Test accounts';
  await page.getByRole('link', { name: bank }).click();
  await page.getByRole('button', { name: account }).first().click();
}

/** Visits every state of the payer's pages in turn. Money moves in between, and the clock by some weeks. */
export async function visitPayerPages(trade: Trade, page: Page, look: Look): Promise<void> {
  await visitCheckout(trade, page, look);
  await visitTypedAccount(trade, page, look);
  await visitOwnAccount(trade, page, look);
  await visitPayMe(trade, page, look);
  await visitLinks(trade, page, look);
  await visitPartners(trade, page, look);
  await visitExpired(trade, page, look);
}

async function visitCheckout(trade: Trade, page: Page, look: Look): Promise<void> {
  const { url } = await invoiceOfThreeLines(trade);
  const at = async (address: string, name: string) => {
    await page.goto(address);
    await look(name);
  };
  await at(url, 'invoice');
  await fillInPayer(page, 'ada@nowhere');
  await look('invoice-problem');
  await fillInPayer(page);
  await look('banks');
  await page.getByRole('link', { name: 'Test accounts' }).click();
  await look('test-accounts');
  await page.getByRole('button', { name: 'R01-late' }).first().click();
  await look('check');
  const check = page.url();
  await at(check.replace(/\?.*/, ''), 'no-account');
  await page.getByRole('link', { name: 'Change payment details' }).click();
  await look('edit');
  await page.goto(check);
  await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
  await look('receipt-in-progress');
  const receipt = page.url();
  await at(url, 'invoice-in-progress');
  await trade.advance({ businessDays: 3 });
  await at(receipt, 'receipt-paid');
  await at(url, 'invoice-paid');
  await at(`${url}/receipt`, 'receipt-of-link');
  await trade.advance({ businessDays: 3 });
  await at(receipt, 'receipt-returned');
  await at(url, 'invoice-returned');
}

async function visitTypedAccount(trade: Trade, page: Page, look: Look): Promise<void> {
  await page.goto((await invoiceOfThreeLines(trade, 'CL-2002')).url);
  await page.getByLabel('Your name or business').fill('Ada Ames');
  await page.getByLabel('Email').fill('ada@typed.test');
  await page.getByRole('button', { name: 'enter account numbers' }).click();
  await look('numbers');
  await page.getByLabel('Routing number').fill('021000022');
  await page.getByLabel('Account number').fill('12');
  await page.getByRole('button', { name: 'Send the deposits' }).click();
  await look('numbers-problems');
  await page.getByLabel('Routing number').fill('021000021');
  await page.getByLabel('Account number').fill('000123456789');
  await page.getByRole('button', { name: 'Send the deposits' }).click();
  await look('waiting');
  await trade.advance({ businessDays: 1 });
  await page.goto(await lastLink(trade, 'account_verification'));
  await look('deposits');
  await page.getByLabel('First deposit in dollars').fill('0.50');
  await page.getByLabel('Second deposit in dollars').fill('0.51');
  await page.getByRole('button', { name: 'Verify the account' }).click();
  await look('deposits-wrong');
}

async function visitOwnAccount(trade: Trade, page: Page, look: Look): Promise<void> {
  await page.goto((await invoiceOfThreeLines(trade, 'CL-2003')).url);
  await page.getByLabel('Your name or business').fill('Ada Ames');
  await page.getByLabel('Email').fill('ada@acme.test');
  await page.getByRole('button', { name: 'sign in to pay' }).click();
  await look('sign-in');
  await page.getByLabel('Email').fill(trade.payer.email);
  await page.getByLabel('Password').fill('wrong horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await look('sign-in-problem');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await look('own-accounts');
}

async function visitPayMe(trade: Trade, page: Page, look: Look): Promise<void> {
  const url = await payMeLink(trade, { minAmount: 10, maxAmount: 5000 });
  const order = async (amount: string) => {
    await page.goto(url);
    await page.getByLabel('Amount in dollars').fill(amount);
    await fillInPayer(page);
  };
  await page.goto(url);
  await look('pay-me');
  await order('9.99');
  await look('pay-me-problem');
  await order('1250');
  await chooseAccount(page);
  await page.getByRole('button', { name: 'Pay $1,250.00' }).click();
  const paid = page.url();
  await order('1250');
  await chooseAccount(page);
  await look('pay-me-repeat');
  const paymentId = (await trade.control('GET', '/sandbox/outbox?kind=payment_receipt'))
    .at(-1)
    .text.match(/pmt_\w+/)[0];
  await trade.control('POST', `/sandbox/payments/${paymentId}/hold`);
  await page.goto(paid);
  await look('receipt-held');
  await page.goto(`${url}/receipt/${paid.split('/').at(-1)}`);
  await look('receipt-of-pay-me');
  await order('700');
  await chooseAccount(page, 'R01 Returned');
  await page.getByRole('button', { name: 'Pay $700.00' }).click();
  await page.waitForURL('**/receipt/**');
  await trade.advance({ businessDays: 4 });
  await page.reload();
  await look('receipt-failed');
  await trade.done(trade.payee, 'POST', `${payMePath(trade)}/regenerate-token`);
  await page.goto(url);
  await look('gone-replaced');
}

const payMePath = ({ payee }: Trade) => `/api/businesses/${payee.businessId}/pay-me-link`;

async function visitLinks(trade: Trade, page: Page, look: Look): Promise<void> {
  const { url, path } = await invoiceOfThreeLines(trade, 'CL-2004');
  await trade.done(trade.payee, 'POST', `${path}/disable`);
  await page.goto(url);
  await look('gone');
  for (const [step, number] of [
    ['cancel', 'CL-2005'],
    ['decline', 'CL-2006'],
  ] as const) {
    const closed = await invoiceOfThreeLines(trade, number);
    const by = step === 'cancel' ? trade.payee : trade.payer;
    await trade.done(by, 'POST', `${trade.payablePath(by, closed.id)}/${step}`);
    await page.goto(closed.url);
    await look(`gone-${step}`);
  }
  await page.goto(url.replace(/[^/]+$/, 'none'));
  await look('nowhere');
  await page.goto(new URL('/checkout/none', url).href);
  await look('no-checkout');
}

/** Comes last: the tokens of the companies expire as well. */
async function visitExpired(trade: Trade, page: Page, look: Look): Promise<void> {
  await page.goto((await invoiceOfThreeLines(trade, 'CL-2007')).url);
  await fillInPayer(page);
  await chooseAccount(page);
  // A page that is still loading cannot be reloaded.
  await page.getByRole('button', { name: /^Pay / }).waitFor();
  trade.passWallTime(5 * 3_600_000);
  await page.reload();
  await look('checkout-expired');
}

async function visitPartners(trade: Trade, page: Page, look: Look): Promise<void> {
  const email = 'corner-bakery@remit.test';
  await trade.addCompany('Corner Bakery');
  const { businessId } = trade.payer;
  await trade.done(trade.payer, 'POST', `/api/businesses/${businessId}/invitations`, { email });
  await page.goto(await lastLink(trade, 'invitation', email));
  await look('invite');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await look('invite-choice');
  await page.getByRole('button', { name: 'Accept' }).click();
  await look('invite-accepted');
  const declining = 'corner-cafe@remit.test';
  await trade.addCompany('Corner Cafe');
  await trade.done(trade.payer, 'POST', `/api/businesses/${businessId}/invitations`, {
    email: declining,
  });
  await page.goto(await lastLink(trade, 'invitation', declining));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Email').fill(declining);
  await page.getByLabel('Password').fill('wrong horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await look('invite-problem');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await look('invite-declined');
  await page.goto(page.url().replace(/[^/]+$/, 'none'));
  await look('invite-nowhere');
  const books = `/api/businesses/${businessId}/integrations/accounting/connect`;
  const redirectUri = 'http://127.0.0.1:9/back';
  await page.goto((await trade.done(trade.payer, 'POST', books, { redirectUri })).authorizationUrl);
  await look('consent');
  const tokens = '/api/bank-accounts/linkprovider-link-token';
  await page.goto((await trade.done(trade.payer, 'GET', tokens)).url);
  await look('link-provider');
  await chooseAccount(page);
  await look('link-provider-done');
}

async function lastLink(trade: Trade, kind: string, to?: string): Promise<string> {
  const query = new URLSearchParams({ kind, ...(to !== undefined && { to }) });
  const { url } = (await trade.control('GET', `/sandbox/outbox?${query}`)).at(-1);
  expect(url).toMatch(/^http/);
  return url;
}
