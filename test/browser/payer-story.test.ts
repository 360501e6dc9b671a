import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { payMeLink } from '../sandbox/pages/payment-links.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, openPage, triesAll } from './browser.ts';
import { chooseAccount, fillInPayer, invoiceOfThreeLines } from './payer-pages.ts';

vi.setConfig({ testTimeout: 120_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade({ listens: true });
});
afterEach(async () => {
  await trade.checkLedger();
  await trade.close();
});

const words = (page: Page): Promise<string> => page.locator('main').innerText();

const modes = [
  ['phone', { dark: false, script: true }],
  ['desktop', { dark: true, script: false }],
  ...(triesAll
    ? ([
        ['desktop', { dark: false, script: true }],
        ['phone', { dark: true, script: false }],
      ] as const)
    : []),
] as const;

describe.each(modes)('on a %s, %o', (size, mode) => {
  test('a link is paid, the payment returned, paid again, and the link says paid', async () => {
    const { id, url } = await invoiceOfThreeLines(trade);
    const { page, complaints } = await openPage(browser, size, mode);
    await page.goto(url);
    await fillInPayer(page);
    await chooseAccount(page, 'R01-late');
    expect(await words(page)).toContain('Ada Ames authorizes Coastal Linen Inc');
    await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
    expect(await words(page)).toContain('Your payment is in progress');
    await page.goto(url);
    expect(await words(page)).toContain('A payment is in progress');

    await trade.advance({ businessDays: 3 });
    await page.reload();
    expect(await words(page)).toContain('Paid on March 5, 2026');
    await trade.advance({ businessDays: 3 });
    await page.reload();
    expect(await words(page)).toContain('The last payment was returned on March 9, 2026');
    await page.goto(
      (await trade.control('GET', '/sandbox/outbox?kind=payment_receipt')).at(-1).url,
    );
    expect(await words(page)).toContain('Insufficient Funds (R01)');
    await page.getByRole('link', { name: 'Pay again' }).click();
    await fillInPayer(page);
    await chooseAccount(page);
    await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
    await page.waitForURL('**/receipt/**');
    await trade.advance({ businessDays: 4 });
    await page.reload();
    expect(await words(page)).toContain('Coastal Linen Inc has received the funds.');
    await page.goto(url);
    expect(await words(page)).toContain('Paid on March');
    expect(await page.locator('form').count()).toBe(0);
    expect((await trade.payable(id)).status).toBe('PAID');
    expect(await trade.balance()).toEqual([2431.5, 0, 2431.5]);
    expect(complaints).toEqual([]);
  });

  test('a business is paid by its pay-me link, once unless it is confirmed', async () => {
    const { page, complaints } = await openPage(browser, size, mode);
    const url = await payMeLink(trade, { minAmount: 10, maxAmount: 5000 });
    const order = async (amount: string) => {
      await page.goto(url);
      await page.getByLabel('Amount in dollars').fill(amount);
      await fillInPayer(page);
      await chooseAccount(page);
    };
    await page.goto(url);
    await order('$1,250.00');
    await page.getByRole('button', { name: 'Pay $1,250.00' }).click();
    expect(await words(page)).toContain('in progress');
    await order('1250');
    expect(await words(page)).toContain('You already paid this');
    await page.getByRole('button', { name: 'Pay $1,250.00' }).click();
    expect(await page.title()).toContain('Review and pay');
    await page.getByLabel('Pay $1,250.00 once more').check();
    await page.getByRole('button', { name: 'Pay $1,250.00' }).click();
    expect(await words(page)).toContain('in progress');
    expect(complaints).toEqual([]);
  });

  test('an account whose numbers are typed is verified by two deposits before it pays', async () => {
    const { url } = await invoiceOfThreeLines(trade);
    const { page } = await openPage(browser, size, mode);
    await page.goto(url);
    await page.getByLabel('Your name or business').fill('Ada Ames');
    await page.getByLabel('Email').fill('ada@stranger.test');
    await page.getByRole('button', { name: 'enter account numbers' }).click();
    await page.getByLabel('Routing number').fill('021000022');
    await page.getByLabel('Account number').fill('12');
    await page.getByRole('button', { name: 'Send the deposits' }).click();
    await page.getByLabel('Routing number').fill('021000021');
    await page.getByLabel('Account number').fill('000123456789');
    await page.getByRole('button', { name: 'Send the deposits' }).click();
    expect(await words(page)).toContain('Waiting for the verification of your account');
    await trade.advance({ businessDays: 1 });
    const [{ url: way }] = await trade.control('GET', '/sandbox/outbox?kind=account_verification');
    await page.goto(way);
    await page.getByLabel('First deposit in dollars').fill('0.50');
    await page.getByLabel('Second deposit in dollars').fill('0.51');
    await page.getByRole('button', { name: 'Verify the account' }).click();
    expect(await words(page)).toContain('2 attempts are left. Nothing was paid.');
  });

  test('somebody with an account signs in and pays from it', async () => {
    const { url } = await invoiceOfThreeLines(trade);
    const { page } = await openPage(browser, size, mode);
    await page.goto(url);
    await page.getByLabel('Your name or business').fill('Ada Ames');
    await page.getByLabel('Email').fill('ada@acme.test');
    await page.getByRole('button', { name: 'sign in to pay' }).click();
    await page.getByLabel('Email').fill(trade.payer.email);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Acme Hotels LLC' }).click();
    await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
    expect(await words(page)).toContain('Your payment is in progress');
  });

  test('an invitation is read in a mail, signed in to and accepted', async () => {
    const email = 'corner-bakery@remit.test';
    const partner = await trade.addCompany('Corner Bakery');
    const { businessId } = trade.payer;
    const invitations = `/api/businesses/${businessId}/invitations`;
    await trade.done(trade.payer, 'POST', invitations, { email });
    const mails = await trade.control('GET', `/sandbox/outbox?kind=invitation&to=${email}`);
    const { page, complaints } = await openPage(browser, size, mode);
    await page.goto(mails.at(-1).url);
    expect(await words(page)).toContain('Acme Hotels LLC');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    expect(await words(page)).toContain('accepted');
    const [connection] = await trade.done(partner, 'GET', '/api/connections');
    expect(connection.status.toLowerCase()).toBe('active');
    await page.goto(mails.at(-1).url);
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    expect(complaints.filter((it) => !/status of (404|410)/.test(it))).toEqual([]);
  });
});

test('a receipt prints dark on white, whatever the screen, and without its buttons', async () => {
  const { url } = await invoiceOfThreeLines(trade);
  const { page } = await openPage(browser, 'desktop', { dark: true });
  await page.goto(url);
  await fillInPayer(page);
  await chooseAccount(page, 'R01 Returned');
  await page.getByRole('button', { name: 'Pay $2,431.50' }).click();
  await page.waitForURL('**/receipt/**');
  await trade.advance({ businessDays: 4 });
  await page.reload();
  const colors = () =>
    page.evaluate<string[]>(`(() => {
      const of = (selector) => getComputedStyle(document.querySelector(selector));
      return [of('.sheet').backgroundColor, of('.amount').color];
    })()`);
  expect(await colors()).toEqual(['rgb(24, 33, 43)', 'rgb(230, 236, 242)']);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await colors()).toEqual(['rgb(255, 255, 255)', 'rgb(22, 32, 42)']);
  expect(await page.getByRole('link', { name: 'Pay again' }).isVisible()).toBe(false);
  expect(await page.getByText('authorizes Coastal Linen Inc').isVisible()).toBe(true);
});

test('no reload, back button, second tab or second press pays twice', async () => {
  const { url } = await invoiceOfThreeLines(trade);
  const { page } = await openPage(browser, 'desktop');
  await page.goto(url);
  await fillInPayer(page);
  await chooseAccount(page);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const late = await page.context().newPage();
  await late.goto(url);
  await fillInPayer(late);
  await chooseAccount(late);

  await page.getByRole('button', { name: 'Pay $2,431.50' }).dblclick();
  await page.waitForURL('**/receipt/**');
  await page.reload();
  await page.goBack();
  expect(page.url()).toContain('/receipt/');
  await tab.getByRole('button', { name: 'Pay $2,431.50' }).click();
  expect(tab.url()).toBe(page.url());
  await late.getByRole('button', { name: 'Pay $2,431.50' }).click();
  expect(late.url()).toBe(page.url());
  await trade.advance({ businessDays: 4 });
  expect(await trade.balance()).toEqual([2431.5, 0, 2431.5]);
});
