import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { linkedInvoice } from '../sandbox/pages/payment-links.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, openPage, tabAndEnter, tabAndType } from './browser.ts';
import { openInspectorPage } from './inspector-pages.ts';
import { invoiceOfThreeLines } from './payer-pages.ts';

vi.setConfig({ testTimeout: 600_000 });

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
  for (const context of browser.contexts()) await context.close();
  await trade.checkLedger();
  await trade.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name });
const link = (page: Page, name: string) => page.getByRole('link', { name });
const says = (page: Page, text: string) => page.locator('main').getByText(text).first().waitFor();

/** Fills in the form of a link by keyboard. */
async function fillInByKeyboard(page: Page, email: string): Promise<void> {
  await tabAndType(page.getByLabel('Your name or business'), 'Ada Ames');
  await tabAndType(page.getByLabel('Email'), email);
  await tabAndEnter(button(page, 'Select your bank'));
}

test.for(['phone', 'desktop'] as const)(
  'a payer corrects, pays, sees it returned and pays again by keyboard alone: %s',
  async (size) => {
    const { id, url } = await invoiceOfThreeLines(trade);
    const { page, complaints } = await openPage(browser, size);
    const pay = async (bank: string, account: string) => {
      await tabAndEnter(link(page, bank));
      await tabAndEnter(button(page, account).first());
      await tabAndEnter(button(page, 'Pay $2,431.50'));
      await page.waitForURL('**/receipt/**');
      await says(page, 'Your payment is in progress');
    };
    await page.goto(url);
    await fillInByKeyboard(page, 'ada@nowhere');
    await page.getByRole('alert').waitFor();
    await tabAndType(page.getByLabel('Email'), 'ada@stranger.test');
    await tabAndEnter(button(page, 'Select your bank'));
    await pay('Test accounts', 'R01-late');
    await trade.advance({ businessDays: 6 });
    await page.reload();
    await says(page, 'Insufficient Funds (R01)');
    await tabAndEnter(link(page, 'Pay again'));
    await fillInByKeyboard(page, 'ada@stranger.test');
    await pay('First Example Bank', 'Business Checking');
    await trade.advance({ businessDays: 4 });
    await page.reload();
    await says(page, 'Coastal Linen Inc has received the funds.');
    expect((await trade.payable(id)).status).toBe('PAID');
    expect(await trade.balance()).toEqual([2431.5, 0, 2431.5]);
    expect(complaints.filter((it) => !it.includes('status of 422'))).toEqual([]);
  },
);

test('search, a row, a copy, an email and its button, and a day by keyboard alone', async () => {
  const { path } = await linkedInvoice(trade, { amount: 2431.5, invoiceNumber: 'CL-2001' });
  await trade.done(trade.payee, 'POST', `${path}/send`, { email: 'ada@stranger.test' });
  const { page } = await openInspectorPage(browser, trade, 'desktop');
  await page.keyboard.press('/');
  await page.keyboard.type('CL-2001');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?*');
  await tabAndEnter(page.locator('main a[href*="/payables/pay_"]').first());
  await page.waitForURL('**/payables/pay_*');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tabAndEnter(button(page, 'Copy pay_').first());
  await button(page, 'Copied pay_').first().waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);

  await tabAndEnter(page.locator('.clock summary'));
  await tabAndEnter(button(page, '+1 day'));
  await page.locator('.clock').getByText('2026-03-03 10:00 EST').waitFor();
  await tabAndEnter(page.getByRole('link', { name: /^Mail/ }));
  await tabAndEnter(page.getByRole('link', { name: 'Unread, to ada@stranger.test' }));
  await page.waitForURL('**/mail/mail_*');
  await tabAndEnter(page.locator('.mail-bar .button'));
  await page.waitForURL('**/pay/*');
  await says(page, '$2,431.50');
});

test.for([true, false])(
  'a day of the strip is pressed on a phone, and the rows change: scripts %s',
  async (script) => {
    const { paymentId } = await trade.initiate(await trade.approved(1250));
    const { page, complaints } = await openInspectorPage(browser, trade, 'phone', { script });
    const row = page.getByRole('row').filter({ has: link(page, paymentId) });
    const travel = async (day: string, status: string, clock: string) => {
      await page.goto(new URL('/sandbox', page.url()).href);
      await button(page, `Advance to ${day}`).click();
      await page.locator('.clock').getByText(clock).waitFor();
      await page.locator('.happened').getByText('$1,250.00').first().waitFor();
      await page.goto(new URL('/sandbox/inspector/payments', page.url()).href);
      await row.getByText(status).waitFor();
    };
    await travel('Tue Mar 3', 'PROCESSING', '2026-03-03 09:00 EST');
    await travel('Fri Mar 6', 'COMPLETED', '2026-03-06 09:00 EST');
    expect(complaints).toEqual([]);
  },
);
