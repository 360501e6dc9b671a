import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, sizes } from './browser.ts';
import { fillInspector, openInspectorPage } from './inspector-pages.ts';

vi.setConfig({ testTimeout: 120_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let trade: Trade;
let page: Page;
let paths: ReadonlyMap<string, string>;
beforeEach(async () => {
  trade = await openTrade({ listens: true });
  paths = await fillInspector(trade, 'The Prairie Hotel & Conference Center');
  page = (await openInspectorPage(browser, trade, 'desktop')).page;
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await trade.close();
});

const open = (name: string) => page.goto(new URL(paths.get(name) ?? '', page.url()).href);

test('the clock, the search and the title leave the page its room', async () => {
  for (const name of ['overview', 'payment', 'mail']) {
    await open(name);
    const { height = 0 } = (await page.locator('.inspector > header').boundingBox()) ?? {};
    expect([name, height]).toEqual([name, expect.toSatisfy((it: number) => it <= 120)]);
  }
});

test('the strip shows fourteen days at once, and on a phone the clock is one line of whole dates', async () => {
  await open('overview');
  const isCut = '(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)';
  expect(await page.evaluate(`${isCut}(document.querySelector('.days ol'))`)).toBe(false);
  await page.setViewportSize(sizes.phone);
  const { height = 0 } = (await page.locator('.clock').boundingBox()) ?? {};
  expect(height).toBeLessThan(50);
  for (const size of [sizes.phone, sizes.narrow]) {
    await page.setViewportSize(size);
    const lines = await page.evaluate<number>(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.clock time').firstChild);
      return range.getClientRects().length;
    })()`);
    expect(lines).toBe(1);
  }
});

test('on a phone a name of an account in the ledger is whole', async () => {
  await page.setViewportSize(sizes.phone);
  await open('ledger');
  const heights = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.lines a')].map((it) => it.getBoundingClientRect().height)",
  );
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.max(...heights)).toBeLessThan(24);
});

test('each row of a list is one line, and all of it leads on', async () => {
  for (const name of ['payables', 'payments', 'withdrawals', 'businesses', 'events', 'users']) {
    await open(name);
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.rows tbody tr')].map((it) => it.getBoundingClientRect().height)",
    );
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.max(...heights), name).toBeLessThan(50);
    const row = page.locator('.rows tbody tr').first();
    const href = (await row.locator('td.name a').getAttribute('href')) ?? '';
    await row.click({ position: { x: 600, y: 3 } });
    await page.waitForURL(`**${href}`);
  }
});

test('no page with its styles and its script weighs more than 45 KB', async () => {
  for (const [name] of paths) {
    await open(name);
    const bytes =
      await page.evaluate(`[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => !/live|idiomorph|html$/.test(name))
      .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`);
    expect.soft([name, bytes]).toEqual([name, expect.toSatisfy((it: number) => it <= 45 * 1024)]);
  }
});

test('the first key of a page leads past its navigation', async () => {
  await open('payables');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
});

test('a printed page is the record alone', async () => {
  await open('payment-returned');
  await page.emulateMedia({ media: 'print' });
  for (const chrome of ['header', '.rooms', '.steps', '.skip']) {
    expect(await page.locator(chrome).first().isVisible(), chrome).toBe(false);
  }
  expect(await page.locator('.way-back').isVisible()).toBe(true);
});
