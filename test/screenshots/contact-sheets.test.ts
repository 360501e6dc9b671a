import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, openPage } from '../browser/browser.ts';
import { fillInspector, openInspectorPage } from '../browser/inspector-pages.ts';
import { visitPayerPages } from '../browser/payer-pages.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { createContactSheets } from './contact-sheet.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade({ listens: true });
});
afterEach(() => trade.close());

test('every page of payers is on a sheet', async () => {
  const { shoot, draw } = createContactSheets('payer');
  const { page } = await openPage(browser, 'phone');
  await visitPayerPages(trade, page, (name) => shoot(page, name));
  expect((await draw(browser)).every((path) => existsSync(path))).toBe(true);
});

test('every page of the inspector is on a sheet', async () => {
  const { shoot, draw } = createContactSheets('inspector');
  const paths = await fillInspector(trade, 'The Prairie Hotel & Conference Center');
  const { page } = await openInspectorPage(browser, trade, 'desktop');
  const { origin } = new URL(page.url());
  for (const [name, path] of paths) {
    await page.goto(`${origin}${path}`);
    await shoot(page, name);
  }
  await page.goto(`${origin}/sandbox`);
  await page.getByRole('button', { name: 'Next due job' }).click();
  await shoot(page, 'after-a-button');
  const stranger = await browser.newPage();
  await stranger.goto(`${origin}/sandbox`);
  await shoot(stranger, 'closed');
  expect((await draw(browser)).every((path) => existsSync(path))).toBe(true);
});
