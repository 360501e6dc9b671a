import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MORPH, SCRIPT, STYLE } from '../../src/sandbox/web/inspector/assets.ts';
import { inspectorEndpoints } from '../../src/sandbox/web/inspector/endpoints.ts';
import type { InspectorParts } from '../../src/sandbox/web/inspector/submit-action.ts';
import { ENTER_PATH, INSPECTOR_PATH, LIVE_PATH } from '../../src/sandbox/web/page-paths.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, overhang, tabTo, violationsInLightAndDark } from './browser.ts';
import { fillInspector, openInspectorPage } from './inspector-pages.ts';
import { unvisitedRoutes } from './routes.ts';

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
afterEach(() => trade.close());

/** Routes that are no pages of their own, and why. */
const notPages = new Map([
  [STYLE, 'a part of every page'],
  [SCRIPT, 'a part of every page'],
  [MORPH, 'a part of pages that change'],
  [LIVE_PATH, 'a stream of events'],
  [ENTER_PATH, 'leads on to a page at once'],
  [`${INSPECTOR_PATH}/mail/{id}/html`, 'the frame of an email'],
]);

const routes = inspectorEndpoints({} as InspectorParts);

describe.each(['narrow', 'phone', 'desktop'] as const)('on a %s', (size) => {
  /** Looks at pages in light and dark. */
  async function lookAt(page: Page, paths: Iterable<readonly [string, string]>): Promise<void> {
    const { origin } = new URL(page.url());
    for (const [name, path] of paths) {
      await page.goto(`${origin}${path}`);
      expect.soft(await page.evaluate(overhang), name).toBe(0);
      expect.soft(await violationsInLightAndDark(page), name).toEqual([]);
    }
  }

  test('every page of the inspector breaks no rule of axe, light or dark', async () => {
    const paths = await fillInspector(trade, 'The Prairie Hotel');
    const pathnames = [...paths.values()].map((path) => path.replace(/\?.*/, ''));
    expect(unvisitedRoutes(routes, pathnames, notPages)).toEqual([]);
    const { page } = await openInspectorPage(browser, trade, size);
    await lookAt(page, paths);
  });

  test('every list without entries breaks no rule of axe, light or dark', async () => {
    const sandbox = await openSandbox({ seed: 'empty', listens: true });
    try {
      const { page } = await openInspectorPage(browser, sandbox, size);
      const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
      const paths = lists.map(({ path }) => path).filter((path) => !notPages.has(path));
      await lookAt(
        page,
        paths.map((path) => [path, path] as const),
      );
    } finally {
      for (const context of browser.contexts()) await context.close();
      await sandbox.close();
    }
  });
});

test('every page is reached by the keyboard alone', async () => {
  await fillInspector(trade, 'The Prairie Hotel');
  const { page } = await openInspectorPage(browser, trade, 'desktop');
  const names = await page.locator('.rooms a').allInnerTexts();
  expect(names.length).toBeGreaterThan(12);
  for (const [at] of names.entries()) {
    const link = page.locator('.rooms a').nth(at);
    const path = (await link.getAttribute('href')) ?? '';
    await tabTo(page.locator(`.rooms a[href="${path}"]`));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
  }
  await page.goto(new URL('/sandbox/inspector/mail', page.url()).href);
  await tabTo(page.locator('.inbox a').first());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/mail/mail_*');
  await tabTo(page.locator('.mail-bar .button'));
  await tabTo(page.locator('.parts a:last-child'));
  await page.keyboard.press('Enter');
  await page.locator('pre.letter').waitFor();
  await tabTo(page.locator('.clock summary'));
  await page.keyboard.press('Enter');
  await tabTo(page.locator('button[value=P1D]'));
  await page.keyboard.press('Space');
  await page.locator('.happened').waitFor();
});
