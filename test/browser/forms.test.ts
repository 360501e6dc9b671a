import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService } from '../helpers/signed-in-sandbox.ts';
import { linkedInvoice, payMeLink } from '../sandbox/pages/payment-links.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, openPage } from './browser.ts';

let browser: Browser;
/** Another site of the same machine: what it is asked for, it answers with `served`. */
let elsewhere: Server;
let served = '';
const visits: string[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  elsewhere = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(served || '<p>Back</p>');
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await browser.close();
  elsewhere.close();
});

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade({ listens: true });
  served = '';
  visits.length = 0;
});
afterEach(async () => {
  await trade.checkLedger();
  await trade.close();
});

const there = (host = '127.0.0.1') => `http://${host}:${(elsewhere.address() as AddressInfo).port}`;

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Your name or business').fill('Ada Ames');
  await page.getByLabel('Email').fill('ada@stranger.test');
  await page.getByRole('button', { name: 'Select your bank' }).click();
}

async function chooseBank(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'First Example Bank' }).click();
  await page.getByRole('button', { name: 'Business Checking' }).click();
}

test('a link opened from another site works from its first form', async () => {
  const { url } = await linkedInvoice(trade);
  served = `<a href="${url}">pay</a>`;
  const { page, complaints } = await openPage(browser, 'desktop');
  await page.goto(there('localhost'));
  await page.getByRole('link', { name: 'pay' }).click();
  await fillIn(page);
  await chooseBank(page);
  await page.getByRole('button', { name: 'Pay $120.00' }).click();
  expect(page.url()).toContain('/receipt/');
  expect(complaints.filter((it) => !it.includes('favicon'))).toEqual([]);
});

test('a form submitted from another site is refused', async () => {
  const { url } = await linkedInvoice(trade);
  const { page } = await openPage(browser, 'desktop');
  await page.goto(url);
  const formToken = await page.locator('input[name=formToken]').first().inputValue();
  served = `<form method="post" action="${url}"><input name="formToken" value="${formToken}">
    <input name="payerName" value="Eve"><input name="payerEmail" value="eve@evil.test"><button>Win</button></form>`;
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(there(host));
    const answered = page.waitForResponse(url);
    await page.getByRole('button', { name: 'Win' }).click();
    expect((await answered).status()).toBe(403);
    expect(await page.locator('main').innerText()).toContain('Please try again');
  }
});

test('the limits of a pay-me link are shown first and enforced afterwards', async () => {
  const { page } = await openPage(browser, 'phone');
  await page.goto(await payMeLink(trade, { minAmount: 10, maxAmount: 5000 }));
  for (const [amount, says] of [
    ['9.99', 'Enter at least $10.00.'],
    ['5000.01', 'Enter at most $5,000.00.'],
    ['ten', 'Enter an amount'],
  ] as const) {
    await page.getByLabel('Amount in dollars').fill(amount);
    await fillIn(page);
    expect(await page.getByRole('alert').innerText()).toContain('Amount in dollars');
    expect(await page.evaluate('document.activeElement.className')).toBe('trouble');
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.evaluate('getComputedStyle(amount).borderTop')).toBe(
      '2px solid rgb(165, 29, 36)',
    );
    expect(await page.locator('#amount-problem').innerText()).toContain(says);
    expect(await page.getByLabel('Your name or business').inputValue()).toBe('Ada Ames');
  }
  await page.getByLabel('Amount in dollars').fill('$5,000');
  await fillIn(page);
  await chooseBank(page);
  await page.getByRole('button', { name: 'Pay $5,000.00' }).click();
  expect(await page.locator('main').innerText()).toContain('in progress');
});

test.for(['127.0.0.1', 'localhost'])(
  'the bank-linking provider and the consent page redirect to a local program at %s',
  async (host) => {
    const { page, complaints } = await openPage(browser, 'desktop');
    const tokens = '/api/bank-accounts/linkprovider-link-token';
    const { url } = await trade.done(trade.payer, 'GET', tokens);
    const back = encodeURIComponent(`${there(host)}/back`);
    await page.goto(`${url}&redirect=${back}&state=abc`);
    await chooseBank(page);
    await page.waitForURL('**/back?public_token=public-*&state=abc');

    const path = `/api/businesses/${trade.payer.businessId}/integrations/accounting/connect`;
    const body = { redirectUri: `${there(host)}/books` };
    const { authorizationUrl } = await trade.done(trade.payer, 'POST', path, body);
    await page.goto(authorizationUrl);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL('**/books?code=*');
    expect(complaints.filter((it) => !it.includes('favicon'))).toEqual([]);
  },
);

test('bank link opens the page, and the chosen account is linked', async () => {
  const service = await startService();
  try {
    const { page } = await openPage(browser, 'desktop');
    const person = async (url: string) => {
      await page.goto(url);
      await chooseBank(page);
    };
    const { code, out } = await service.remit('bank link --json', {
      tty: { stdin: true, stderr: true },
      browser: (url) => void person(url),
    });
    expect([code, JSON.parse(out)]).toMatchObject([0, { last4: '4821', status: 'verified' }]);
    await page.getByText('Done. You can close this window.').waitFor();
  } finally {
    await service.close();
  }
});
