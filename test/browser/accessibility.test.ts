import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, overhang, sizes, violationsOf } from './browser.ts';
import { fillInspector, openInspectorPage } from './inspector-pages.ts';

vi.setConfig({ testTimeout: 600_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

test.for([
  ...['overview', 'business-payee', 'payable-returned', 'mail', 'mail-invoice', 'mail-text'],
  ...['requests', 'request'],
])('mail, requests and charts break no rule of axe, light or dark: %s', async (name) => {
  const paths = await fillInspector(trade, 'The Prairie Hotel');
  const { page } = await openInspectorPage(browser, trade, 'desktop');
  await page.goto(new URL(paths.get(name) ?? '', page.url()).href);
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(sizes[size]);
    expect(await page.evaluate(overhang)).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page), `${size}, ${colorScheme}`).toEqual([]);
    }
  }
});

test('every page is reached by the keyboard alone', async () => {
  await fillInspector(trade, 'The Prairie Hotel');
  const { page } = await openInspectorPage(browser, trade, 'desktop');
  const names = await page.locator('.rooms a').allInnerTexts();
  expect(names.length).toBeGreaterThan(12);
  for (const [at] of names.entries()) {
    const link = page.locator('.rooms a').nth(at);
    const path = (await link.getAttribute('href')) ?? '';
    await tabTo(page, `.rooms a[href="${path}"]`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
  }
  await page.goto(new URL('/sandbox/inspector/mail', page.url()).href);
  await tabTo(page, '.inbox a');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/mail/mail_*');
  await tabTo(page, '.mail-bar .button');
  await tabTo(page, '.parts a:last-child');
  await page.keyboard.press('Enter');
  await page.locator('pre.letter').waitFor();
  await tabTo(page, 'button[value=P1D]');
  await page.keyboard.press('Space');
  await page.locator('.happened').waitFor();
});

/** Presses Tab until an element has the focus, which has to be seen. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    const matches = `document.activeElement.matches(${JSON.stringify(selector)})`;
    if (!(await page.evaluate<boolean>(matches))) continue;
    const outline = 'getComputedStyle(document.activeElement).outlineStyle';
    expect(await page.evaluate(outline), selector).toBe('solid');
    return;
  }
  throw new Error(`No Tab reaches ${selector}.`);
}
