import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { linkedInvoice, payMeLink } from '../sandbox/pages/payment-links.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, openPage, type Size, shoot, tooSmall, tooWide } from './browser.ts';

vi.setConfig({ testTimeout: 120_000 });

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const MOST_BYTES = 40 * 1024;

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
    invoiceNumber: 'CL-2001',
    lineItems: [
      { description: 'Bed linen, weekly change', quantity: 40, unitPrice: 31.25 },
      { description: 'Towels, all rooms of both houses', quantity: 362, unitPrice: 3.25 },
      { description: 'Pick-up', quantity: 1, unitPrice: 5 },
    ],
  });

const words = (page: Page): Promise<string> => page.locator('main').innerText();

/** What is wrong with a response: it is from elsewhere, or a page whose policy allows more than it should. */
function faultsIn(response: Response, origin: string): string[] {
  const url = response.url();
  if (url.startsWith('data:')) return [];
  if (new URL(url).origin !== origin) return [url];
  if (!response.headers()['content-type']?.startsWith('text/html')) return [];
  const policy = response.headers()['content-security-policy'] ?? '';
  const isStrict = policy.startsWith("default-src 'none'") && !policy.includes('unsafe');
  return isStrict ? [] : [`${url}: ${policy}`];
}

/** A browser whose pages are checked: requests, weight, policy, and where scripts run, every rule of axe. */
async function openChecked(size: Size, { dark = false, script = true } = {}) {
  const { page, complaints } = await openPage(browser, size, { dark, script });
  const origin = new URL(trade.baseUrl).origin;
  const strays: string[] = [];
  let bytes = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) bytes = 0;
  });
  page.on('response', async (response) => {
    strays.push(...faultsIn(response, origin));
    bytes += response.status() === 303 ? 0 : (await response.body().catch(() => '')).length;
  });
  /** Takes a picture of the state `name` and checks the page. */
  async function look(name: string): Promise<void> {
    await shoot(page, `payer-${size}${dark ? '-dark' : ''}${script ? '' : '-scriptless'}-${name}`);
    expect(bytes, `${name} weighs ${bytes}`).toBeLessThan(MOST_BYTES);
    expect(strays, name).toEqual([]);
    if (!script) return;
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
    expect(found, name).toEqual([]);
    expect(await page.evaluate<string[]>(tooWide), name).toEqual([]);
    if (size === 'phone') expect(await tooSmall(page), name).toEqual([]);
  }
  return { page, complaints, look };
}

async function chooseBank(page: Page, account: string): Promise<void> {
  const bank = account === 'Business Checking' ? 'First Example Bank' : 'Test accounts';
  await page.getByRole('link', { name: bank }).click();
  await page.getByRole('button', { name: account, exact: false }).first().click();
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Your name or business').fill('Ada Ames');
  await page.getByLabel('Email').fill('ada@stranger.test');
  await page.getByRole('button', { name: 'Select your bank' }).click();
}

const modes = [
  ['phone', { dark: false, script: true }],
  ['desktop', { dark: true, script: true }],
  ['desktop', { dark: false, script: false }],
] as const;

describe.each(modes)('on a %s, %o', (size, mode) => {
  test('a link is paid, the payment returned, paid again, and the link says paid', async () => {
    const { id, url } = await invoice();
    const { page, complaints, look } = await openChecked(size, mode);
    await page.goto(url);
    await look('1-open');
    await fillIn(page);
    await chooseBank(page, 'R01-late');
    expect(await words(page)).toContain('Ada Ames authorizes Coastal Linen Inc');
    await look('2-check');
    await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
    expect(await words(page)).toContain('Your payment is in progress');
    await look('3-receipt');
    await page.goto(url);
    expect(await words(page)).toContain('A payment is in progress');
    await look('4-in-progress');

    await trade.advance({ businessDays: 3 });
    await page.reload();
    expect(await words(page)).toContain('Paid on March 5, 2026');
    await trade.advance({ businessDays: 3 });
    await page.reload();
    expect(await words(page)).toContain('The last payment was returned on March 9, 2026');
    await look('5-returned');
    await page.goto(
      (await trade.control('GET', '/sandbox/outbox?kind=payment_receipt')).at(-1).url,
    );
    expect(await words(page)).toContain('Insufficient Funds (R01)');
    await look('6-receipt-returned');
    await page.getByRole('link', { name: 'Pay again' }).click();
    await fillIn(page);
    await chooseBank(page, 'Business Checking');
    await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
    await trade.advance({ businessDays: 4 });
    await page.reload();
    expect(await words(page)).toContain('Coastal Linen Inc has received the funds.');
    await look('7-receipt-paid');
    await page.goto(url);
    expect(await words(page)).toContain('Paid on March');
    expect(await page.locator('form').count()).toBe(0);
    await look('8-paid');
    expect((await trade.payable(id)).status).toBe('PAID');
    expect(await trade.balance()).toEqual([2431.5, 0, 2431.5]);
    expect(complaints).toEqual([]);
  });

  test('a business is paid by its pay-me link, once unless it is confirmed', async () => {
    const { page, complaints, look } = await openChecked(size, mode);
    const url = await payMeLink(trade, { minAmount: 10, maxAmount: 5000 });
    const order = async (amount: string) => {
      await page.goto(url);
      await page.getByLabel('Amount in dollars').fill(amount);
      await fillIn(page);
      await chooseBank(page, 'Business Checking');
    };
    await page.goto(url);
    await look('pay-me');
    await order('$1,250.00');
    await page.getByRole('button', { name: 'Pay $1,250.00' }).click();
    expect(await words(page)).toContain('in progress');
    await order('1250');
    expect(await words(page)).toContain('You already paid this');
    await look('pay-me-repeat');
    await page.getByRole('button', { name: 'Pay $1,250.00' }).click();
    expect(await page.title()).toContain('Review and pay');
    await page.getByLabel('Pay $1,250.00 once more').check();
    await page.getByRole('button', { name: 'Pay $1,250.00' }).click();
    expect(await words(page)).toContain('in progress');
    expect(complaints).toEqual([]);
  });

  test('an account whose numbers are typed is verified by two deposits before it pays', async () => {
    const { url } = await invoice();
    const { page, look } = await openChecked(size, mode);
    await page.goto(url);
    await page.getByLabel('Your name or business').fill('Ada Ames');
    await page.getByLabel('Email').fill('ada@stranger.test');
    await page.getByRole('button', { name: 'Enter account numbers instead' }).click();
    await look('numbers');
    await page.getByLabel('Routing number').fill('021000022');
    await page.getByLabel('Account number').fill('12');
    await page.getByRole('button', { name: 'Send the deposits' }).click();
    await look('numbers-problems');
    await page.getByLabel('Routing number').fill('021000021');
    await page.getByLabel('Account number').fill('000123456789');
    await page.getByRole('button', { name: 'Send the deposits' }).click();
    expect(await words(page)).toContain('Waiting for the verification of your account');
    await look('waiting');
    await trade.advance({ businessDays: 1 });
    const [{ url: way }] = await trade.control('GET', '/sandbox/outbox?kind=account_verification');
    await page.goto(way);
    await page.getByLabel('First deposit in dollars').fill('0.50');
    await page.getByLabel('Second deposit in dollars').fill('0.51');
    await page.getByRole('button', { name: 'Verify the account' }).click();
    expect(await words(page)).toContain('2 attempts are left. Nothing was paid.');
    await look('deposits-wrong');
  });

  test('somebody with an account signs in and pays from it', async () => {
    const { url } = await invoice();
    const { page, look } = await openChecked(size, mode);
    await page.goto(url);
    await page.getByLabel('Your name or business').fill('Ada Ames');
    await page.getByLabel('Email').fill('ada@acme.test');
    await page.getByRole('button', { name: 'Sign in to pay' }).click();
    await look('sign-in');
    await page.getByLabel('Email').fill(trade.payer.email);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await look('own-accounts');
    await page.getByRole('link', { name: 'Acme Hotels LLC' }).click();
    await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
    expect(await words(page)).toContain('Your payment is in progress');
  });

  test('a link that was turned off, and one that never was', async () => {
    const { url, path } = await invoice();
    await trade.done(trade.payee, 'POST', `${path}/disable`);
    const { page, look } = await openChecked(size, mode);
    expect((await page.goto(url))?.status()).toBe(410);
    await look('gone');
    expect((await page.goto(url.replace(/[^/]+$/, 'none')))?.status()).toBe(404);
    await look('nowhere');
  });
});

test('a receipt prints dark on white, whatever the screen, and without its buttons', async () => {
  const { url } = await invoice();
  const { page } = await openPage(browser, 'desktop', { dark: true });
  await page.goto(url);
  await fillIn(page);
  await chooseBank(page, 'R01 Returned');
  await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
  await trade.advance({ businessDays: 4 });
  await page.reload();
  const colors = () =>
    page.evaluate<string[]>(`(() => {
      const of = (selector) => getComputedStyle(document.querySelector(selector));
      return [of('.sheet').backgroundColor, of('h1').color];
    })()`);
  expect(await colors()).toEqual(['rgb(24, 33, 43)', 'rgb(230, 236, 242)']);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await colors()).toEqual(['rgb(255, 255, 255)', 'rgb(22, 32, 42)']);
  expect(await page.getByRole('link', { name: 'Pay again' }).isVisible()).toBe(false);
  expect(await page.getByText('authorizes Coastal Linen Inc').isVisible()).toBe(true);
  await shoot(page, 'payer-print');
});

test('no reload, back button, second tab or second press pays twice', async () => {
  const { url } = await invoice();
  const { page } = await openPage(browser, 'desktop');
  await page.goto(url);
  await fillIn(page);
  await chooseBank(page, 'Business Checking');
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const late = await page.context().newPage();
  await late.goto(url);
  await fillIn(late);
  await chooseBank(late, 'Business Checking');

  await page.getByRole('button', { name: 'Pay $2,431.50' }).dblclick();
  await page.waitForURL('**/receipt/**');
  await page.reload();
  await page.goBack();
  expect(page.url()).toContain('/receipt/');
  await tab.getByRole('button', { name: 'Pay $2,431.50' }).click();
  expect(tab.url()).toBe(page.url());
  await late.getByRole('button', { name: 'Pay $2,431.50' }).click();
  expect(await words(late)).toContain('You were not charged twice.');
  await trade.advance({ businessDays: 4 });
  expect(await trade.balance()).toEqual([2431.5, 0, 2431.5]);
});
