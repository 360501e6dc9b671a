import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, openPage } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let trade: Trade;
let complaints: string[];
beforeEach(async () => {
  trade = await openTrade({ listens: true });
  complaints = [];
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close(); // before what they are connected to
  await trade.close();
  expect(complaints).toEqual([]);
});

const inside = '/sandbox/inspector';

/** Opens a page of the inspector and waits until it is live. */
async function livePage(path: string): Promise<Page> {
  const opened = await openPage(browser, 'desktop');
  const { page } = opened;
  complaints = opened.complaints;
  await page.goto((await trade.control('POST', '/sandbox/open')).url);
  await page.waitForURL('**/sandbox');
  await page.goto(new URL(path, page.url()).href);
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

async function submit(invoiceNumber: string) {
  const { connectionId, payee } = trade;
  await trade.done(payee, 'POST', `/api/businesses/${payee.businessId}/payables`, {
    ...{ connectionId, amount: 12.5, invoiceNumber, submit: true },
  });
}

/** A mark on the document that a reload would remove. */
const mark = (page: Page) => page.evaluate(`window.isSame = true`);
const isMarked = (page: Page) => page.evaluate(`window.isSame === true`);

test('rows, counts and the clock change while the page is open', async () => {
  const page = await livePage(`${inside}/payables`);
  await mark(page);
  await submit('CL-1');
  await page.getByRole('link', { name: 'CL-1' }).waitFor();
  await page.getByRole('link', { name: '1 SUBMITTED' }).waitFor();
  await submit('CL-2');
  await page.getByRole('link', { name: '2 SUBMITTED' }).waitFor();
  await trade.advance({ by: 'PT1H' });
  await page.locator('.clock').getByText('2026-03-02 11:00 EST').waitFor();
  expect(await isMarked(page)).toBe(true);
});

test('the step of a payment that another program takes is shown', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(80));
  const page = await livePage(`${inside}/payments/${paymentId}`);
  await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
  await trade.control('POST', `/sandbox/payments/${paymentId}/submit`);
  await page.locator('.lead').getByText('PROCESSING').waitFor();
  await page.getByRole('button', { name: 'Complete' }).waitFor();
});

test('focus, typed text, the scroll position and copy buttons stay', async () => {
  for (let number = 1; number <= 25; number++) await submit(`CL-${100 + number}`);
  const page = await livePage(`${inside}/payables`);
  await page.getByRole('searchbox').fill('half a na');
  await page.getByRole('link', { name: 'CL-120' }).focus();
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.evaluate('scrollTo(0, 150)');
  await submit('CL-126');
  await page.getByRole('link', { name: 'CL-126' }).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('CL-120');
  expect(await page.getByRole('searchbox').inputValue()).toBe('half a na');
  expect(await page.evaluate('scrollY')).toBeGreaterThan(100);

  await page.goto(`${new URL(page.url()).origin}${inside}/payments`);
  await page.getByText('Live', { exact: true }).waitFor();
  const { paymentId } = await trade.initiate(await trade.approved(80));
  await page.getByRole('button', { name: `Copy ${paymentId}` }).waitFor();
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(1);
});

test('a page that was left does not ask for updates, and is up to date when it is back', async () => {
  const page = await livePage(`${inside}/payables`);
  await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => window.isHidden })`);
  const show = (isHidden: boolean) =>
    page.evaluate(
      `window.isHidden = ${isHidden}; document.dispatchEvent(new Event('visibilitychange'))`,
    );
  await show(true);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await submit('CL-1');
  await page.waitForTimeout(1_000);
  expect(requests).toEqual([]);
  await show(false);
  await page.getByRole('link', { name: 'CL-1' }).waitFor();
});

test('a page of a browser that is no longer signed in says that it is not live', async () => {
  const page = await livePage('/sandbox');
  await page.context().clearCookies();
  await submit('CL-1');
  await page.getByText('Not live').waitFor();
  complaints.length = 0; // the browser logs the refused request
});

test('a day of the strip is pressed by keyboard, and the page tells what happened', async () => {
  await trade.initiate(await trade.approved(1250));
  const page = await livePage('/sandbox');
  await page.getByRole('button', { name: 'Advance to Tue Mar 3' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.clock').getByText('2026-03-03 09:00 EST').waitFor();
  expect(await page.locator('.happened').innerText()).toContain(
    'Payment of $1,250.00 from Acme Hotels LLC to Coastal Linen Inc was sent to the ACH network',
  );
  await page.getByRole('button', { name: '1 settle $1,250.00' }).waitFor();
});
