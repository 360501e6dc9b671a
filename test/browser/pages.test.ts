import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/sandbox/context/engine.ts';
import { pageEndpoints } from '../../src/sandbox/web/pages/endpoints.ts';
import { linkedInvoice } from '../sandbox/pages/payment-links.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import {
  openBrowser,
  openPage,
  runsAxe,
  tooSmall,
  tooWide,
  triesAll,
  violationsInLightAndDark,
} from './browser.ts';
import { visitPayerPages } from './payer-pages.ts';
import { unvisitedRoutes } from './routes.ts';

vi.setConfig({ testTimeout: 600_000 });

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>\u202eevil`;
const MAX_BYTES = 20 * 1024;

/** Routes that no walk visits, and why. */
const notPages = new Map([
  ['/sandbox-assets/style.css', 'a part of every page'],
  ['/pay/{nanoId}/files/{fileId}', 'a download'],
]);

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

/** Counts the bytes of each page, and collects what its responses should not be. */
function watchResponses(page: Page) {
  const origin = new URL(trade.baseUrl).origin;
  const watched = { bytes: 0, strays: [] as string[] };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) watched.bytes = 0;
  });
  page.on('response', async (response) => {
    watched.strays.push(...faultsIn(response, origin));
    if (response.status() !== 303) watched.bytes += (await response.body().catch(() => '')).length;
  });
  return watched;
}

/** The desktop has the most room; there payer-story.test.ts pays, and with REMIT_BROWSER=all all pages are checked. */
const tried = (['narrow', 'phone', 'desktop'] as const).filter(
  (it) => triesAll || it !== 'desktop',
);

describe.each(tried)('on a %s', (size) => {
  test('every page of payers and partners is accessible in light and dark, light of weight and strict, in every state', async () => {
    const { page, complaints } = await openPage(browser, size);
    const watched = watchResponses(page);
    const seen: string[] = [];
    const paths = new Set<string>();
    page.on('request', (request) => {
      if (request.isNavigationRequest()) paths.add(new URL(request.url()).pathname);
    });
    await visitPayerPages(trade, page, async (name) => {
      // Before its styles are there, a page is wider.
      await page.waitForLoadState();
      seen.push(name);
      if (runsAxe(size)) expect(await violationsInLightAndDark(page), name).toEqual([]);
      expect(await tooWide(page), `${name}: too wide`).toEqual([]);
      if (size !== 'desktop') expect(await tooSmall(page), name).toEqual([]);
      expect(watched.bytes, `${name} weighs ${watched.bytes}`).toBeLessThan(MAX_BYTES);
      expect(watched.strays, name).toEqual([]);
    });
    expect(seen.length).toBeGreaterThan(40);
    expect(new Set(seen).size).toBe(seen.length);
    expect(unvisitedRoutes(pageEndpoints({} as Engine), paths, notPages)).toEqual([]);
    const refused = /status of (401|404|410|422)/;
    expect(complaints.filter((it) => !refused.test(it))).toEqual([]);
  });

  test('malicious names and memos are shown as text', async () => {
    const rogue = await trade.addCompany('Rogue');
    const payee = { ...rogue, businessId: await trade.addBusiness(rogue, HOSTILE) };
    const connectionId = await trade.connect(trade.payer, payee);
    const { url } = await linkedInvoice({ ...trade, payee, connectionId }, { memo: HOSTILE });
    const { page, complaints } = await openPage(browser, size);
    page.on('dialog', (it) => complaints.push(it.message()));
    await page.goto(url);
    const shown = HOSTILE.replace('\u202e', '\\u202e');
    expect(await page.locator('h1').innerText()).toBe(shown);
    expect(await page.locator('.memo').innerText()).toBe(shown);
    expect(await page.locator('script, main img').count()).toBe(0);
    expect([...complaints, ...(await tooWide(page))]).toEqual([]);
  });
});
