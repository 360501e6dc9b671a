import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkedInvoice, payMeLink } from '../sandbox/pages/payment-links.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { faultsOf, openBrowser, openPage, type Size, shoot, tooSmall } from './browser.ts';

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>\u202eevil`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(async () => {
  await trade.checkLedger();
  await trade.close();
});

const invoice = () =>
  linkedInvoice(trade, {
    ...{ amount: 2431.5, dueDate: '2026-03-31', memo: 'Linen service for March\nPO 4471' },
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

const words = (page: Page): Promise<string> => page.locator('main').innerText();

const fillIn = async (page: Page) => {
  await page.getByLabel('Your name or business').fill('Ada Ames');
  await page.getByLabel('Email').fill('ada@stranger.test');
  await page.getByRole('button', { name: 'Select your bank' }).click();
};

const chooseBank = async (
  page: Page,
  bank = 'First Example Bank',
  account = 'Business Checking',
) => {
  await page.getByRole('link', { name: bank }).click();
  await page.getByRole('button', { name: account }).click();
};

describe.each(['phone', 'desktop'] as const)('on a %s', (size) => {
  test('an invoice is paid from its link to its receipt, without scripts', async () => {
    const { id, url } = await invoice();
    const { page, complaints } = await openPage(browser, size, { script: false });
    await page.goto(url);
    expect(await words(page)).toContain('$2,431.50');
    await fillIn(page);
    await chooseBank(page);
    expect(await words(page)).toContain('First Example Bank, Business Checking ending in 4821');
    await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
    expect(new URL(page.url()).pathname).toMatch(/^\/receipt\//);
    expect(await words(page)).toContain('Your payment is in progress');
    await trade.advance({ businessDays: 4 });
    await page.reload();
    expect(await words(page)).toContain('Coastal Linen Inc has received the funds.');
    expect((await trade.payable(id)).status).toBe('PAID');
    expect(complaints).toEqual([]);
  });

  test('every page of the checkout is accessible', async () => {
    const complaints = await walk(size, false);
    expect(complaints).toEqual([]);
  });

  test('in dark mode as well', async () => {
    await walk(size, true);
  });

  test('malicious names and memos are shown as text', async () => {
    const rogue = await trade.addCompany('Rogue');
    const payee = { ...rogue, businessId: await trade.addBusiness(rogue, HOSTILE) };
    const connectionId = await trade.connect(trade.payer, payee);
    const { url } = await linkedInvoice({ ...trade, payee, connectionId }, { memo: HOSTILE });
    const { page, complaints } = await openPage(browser, size);
    page.on('dialog', (it) => complaints.push(it.message()));
    await page.goto(url);
    await shoot(page, `${size}-hostile`);
    const shown = HOSTILE.replace('\u202e', '\\u202e');
    expect(await page.locator('h1').innerText()).toBe(shown);
    expect(await page.locator('.memo').innerText()).toBe(shown);
    expect(await page.locator('script, main img').count()).toBe(0);
    expect([...complaints, ...(await faultsOf(page))]).toEqual([]);
  });
});

/** Every page there is, looked at; what the browser complained about. */
async function walk(size: Size, dark: boolean): Promise<string[]> {
  const { page, complaints } = await openPage(browser, size, { dark });
  const look = async (name: string) => {
    await shoot(page, `${size}${dark ? '-dark' : ''}-${name}`);
    expect(await faultsOf(page), name).toEqual([]);
    if (size === 'phone') expect(await tooSmall(page), name).toEqual([]);
  };

  await page.goto((await invoice()).url);
  await look('invoice');
  await page.getByLabel('Your name or business').fill('Ada Ames');
  await page.getByLabel('Email').fill('ada@nowhere');
  await page.getByRole('button', { name: 'Select your bank' }).click();
  await look('invoice-problem');
  const refusals = complaints.splice(0);
  expect(refusals).toEqual([expect.stringContaining('422')]);
  await fillIn(page);
  await look('banks');
  await page.getByRole('link', { name: 'Test accounts' }).click();
  await look('test-accounts');
  await page.getByRole('link', { name: 'Another bank' }).click();
  await chooseBank(page, 'Sample Street', 'Payroll');
  await look('check');
  await page.getByRole('button', { name: /^Pay / }).click();
  await look('receipt');
  await trade.advance({ businessDays: 4 });
  await page.reload();
  await look('receipt-paid');

  const payMe = await payMeLink(trade, { minAmount: 10, maxAmount: 5000 });
  await page.goto(payMe);
  await look('pay-me');
  await page.goto(await invitation());
  await look('invite');
  await page.getByLabel('Email').fill('corner-bakery@remit.test');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await look('invite-choice');
  await page.getByRole('button', { name: 'Accept' }).click();
  await look('invite-accepted');
  await page.goto(await consentAddress());
  await look('consent');
  await page.goto(await linkAddress());
  await chooseBank(page);
  await look('token');
  await page.goto(payMe.replace(/[^/]+$/, 'none'));
  await look('nowhere');
  return complaints.filter((it) => !it.includes('404'));
}

async function invitation(): Promise<string> {
  const email = 'corner-bakery@remit.test';
  await trade.addCompany('Corner Bakery');
  const path = `/api/businesses/${trade.payer.businessId}/invitations`;
  await trade.done(trade.payer, 'POST', path, { email });
  return (await trade.control('GET', `/sandbox/outbox?kind=invitation&to=${email}`)).at(-1).url;
}

async function consentAddress(redirectUri = 'http://127.0.0.1:9/back'): Promise<string> {
  const path = `/api/businesses/${trade.payer.businessId}/integrations/accounting/connect`;
  return (await trade.done(trade.payer, 'POST', path, { redirectUri })).authorizationUrl;
}

const linkAddress = async (): Promise<string> =>
  (await trade.done(trade.payer, 'GET', '/api/bank-accounts/linkprovider-link-token')).url;
