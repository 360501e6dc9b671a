import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, runsAxe, sizes, violationsOf } from './browser.ts';
import { fillInspector } from './inspector-pages.ts';

vi.setConfig({ testTimeout: 120_000 });

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>\u202eevil ${'Donaudampf'.repeat(9)}`;

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

/** A page that has been let in; whatever it complains about fails the test. */
async function letIn(size: keyof typeof sizes): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes[size], bypassCSP: true });
  const page = await context.newPage();
  page.on('console', (it) => complaints.push(it.text()));
  page.on('pageerror', (it) => complaints.push(it.message));
  const { url } = await trade.control('POST', '/sandbox/open');
  await page.goto(url);
  await page.waitForURL('**/sandbox');
  return page;
}

test('a button advances the clock, and a payment settles', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(1250));
  const page = await letIn('desktop');
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByRole('link', { name: paymentId }).click();
  await expectText(page, '.lead', 'PENDING');

  await page.getByRole('button', { name: 'Next due job' }).click();
  await expectText(page, '.lead', 'PROCESSING');
  await expectText(page, '.happened', '1 event.');
  for (let days = 1; days <= 3; days++) {
    await fromMenu(page, 'Next business day');
  }
  await expectText(page, '.lead', 'COMPLETED');
  await page.getByRole('link', { name: 'Ledger', exact: true }).click();
  await expectText(page, '.verdict', 'The ledger is consistent');
});

test('the inspector URL opens from a page of another site', async () => {
  const { url } = await trade.control('POST', '/sandbox/open');
  const page = await browser.newPage();
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${url}">open</a>` }),
  );
  await page.goto('http://elsewhere.test/');
  await page.getByRole('link', { name: 'open' }).click();
  await page.waitForURL('**/sandbox');
  await expectText(page, 'h1', 'Overview');
});

test('scripts are only those that the content security policy allows', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('console', (it) => complaints.push(it.text()));
  await page.goto((await trade.control('POST', '/sandbox/open')).url);
  await page.waitForURL('**/sandbox');
  await page.keyboard.press('/');
  await page.keyboard.type('coastal');
  await expectValue(page, 'coastal');
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = "bad"' }))`,
  );
  expect(await page.title()).not.toBe('bad');
  expect(complaints.splice(0).join()).toContain('Content Security Policy');
});

test("forms and search work without scripts, under the page's content security policy", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  page.on('console', (it) => complaints.push(it.text()));
  await page.goto((await trade.control('POST', '/sandbox/open')).url);
  await page.waitForURL('**/sandbox');
  await fromMenu(page, '+1 day');
  await expectText(page, '.clock', '2026-03-03 10:00 EST');
  await page.getByRole('searchbox').fill('coastal');
  await page.getByRole('button', { name: 'Search' }).click();
  await expectText(page, 'main', 'Coastal Linen Inc');
});

test('the search is found by a key, and leads to an id', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(1250));
  const page = await letIn('desktop');
  await page.keyboard.press('/');
  await page.keyboard.type(`pay/${paymentId}`);
  await expectValue(page, `pay/${paymentId}`);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(paymentId);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/payments/${paymentId}`);
  await expectText(page, 'h1', 'Payment of $1,250.00');
});

test('an id is copied by a button', async () => {
  const page = await letIn('desktop');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(
    new URL(`/sandbox/inspector/businesses/${trade.payer.businessId}`, page.url()).href,
  );
  await page.getByRole('button', { name: `Copy ${trade.payer.businessId}` }).click();
  await page.getByRole('button', { name: `Copied ${trade.payer.businessId}` }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(trade.payer.businessId);
});

test('a bank account is named in one line on a phone', async () => {
  const page = await letIn('phone');
  const path = `/sandbox/inspector/businesses/${trade.payee.businessId}`;
  await page.goto(new URL(path, page.url()).href);
  await expectText(page, 'td.name', 'Operating First Example Bank ··');
});

test('a form still works after the page was open while other forms were submitted', async () => {
  const page = await letIn('desktop');
  await trade.advance({ by: 'P1D' });
  await fromMenu(page, '+1 hour');
  await expectText(page, '.clock', '2026-03-03 11:00 EST');
});

describe.each(['phone', 'desktop'] as const)('on a %s', (size) => {
  test('every page is accessible, fits the window, and shows malicious names as text', async () => {
    const paths = await fillInspector(trade, HOSTILE);
    const page = await letIn(size);
    const origin = new URL(page.url()).origin;
    for (const [name, path] of pagesIn(paths)) {
      await page.goto(`${origin}${path}`);
      if (runsAxe(size)) expect(await seriousViolations(page), name).toEqual([]);
      expect(await page.evaluate(tooWide), `${name} is too wide`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(
        sizes[size].width,
      );
    }
    await page.goto(`${origin}${paths.get('business')}`);
    await expectText(
      page,
      'h1',
      '<script>alert(1)</script>"><img src=x onerror=alert(2)>\\u202eevil',
    );
  });

  test('a visitor without access sees how to get it', async () => {
    const page = await browser.newPage({ viewport: sizes[size], bypassCSP: true });
    const { url } = await trade.control('POST', '/sandbox/open');
    await page.goto(`${new URL(url).origin}/sandbox`);
    await expectText(page, 'main', 'remit sandbox open');
    expect(await seriousViolations(page)).toEqual([]);
  });
});

/** Presses a button in the menu of the clock. */
async function fromMenu(page: Page, name: string): Promise<void> {
  await page.locator('.clock summary').click();
  await page.getByRole('button', { name }).click();
}

/** What sticks out of the page, or out of the part that it is in. */
const tooWide = `[...document.querySelectorAll('main > *, header > *')]
  .filter((it) => it.getBoundingClientRect().right > innerWidth - 4)
  .map((it) => it.outerHTML.slice(0, 80))`;

/** The pages of a filled sandbox, but that of a record that is not there: the browser complains about its status. */
const pagesIn = (paths: ReadonlyMap<string, string>) =>
  [...paths].filter(([name]) => name !== 'not-found');

async function expectText(page: Page, selector: string, text: string): Promise<void> {
  expect(await page.locator(selector).first().innerText()).toContain(text);
}

async function expectValue(page: Page, value: string): Promise<void> {
  expect(await page.getByRole('searchbox').inputValue()).toBe(value);
}

const seriousViolations = (page: Page) => violationsOf(page, { impacts: ['serious', 'critical'] });
