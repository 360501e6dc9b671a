import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { linkedInvoice } from '../sandbox/pages/payment-links.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, overhang } from './browser.ts';
import { openInspectorPage } from './inspector-pages.ts';

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
afterEach(() => trade.close());

const modes = [
  ['phone', { dark: false, script: true }],
  ['desktop', { dark: true, script: true }],
  ['phone', { dark: true, script: false }],
  ['desktop', { dark: false, script: false }],
] as const;

describe.each(modes)('on a %s, %o', (size, mode) => {
  test('a mail is read, and its button leads to the invoice', async () => {
    const { path } = await linkedInvoice(trade, { amount: 2431.5, invoiceNumber: 'CL-2001' });
    await trade.done(trade.payee, 'POST', `${path}/send`, { email: 'ada@stranger.test' });
    const { page, complaints } = await openInspectorPage(browser, trade, size, mode);
    const unread = Number.parseInt(await page.locator('.unread-count').innerText(), 10);
    await page.getByRole('link', { name: /^Mail/ }).click();
    expect(await page.evaluate(overhang)).toBe(0);
    const subject = 'Invoice CL-2001 · $2,431.50 from Coastal Linen Inc';
    await page.getByRole('link', { name: `Unread, to ada@stranger.test ${subject}` }).click();
    expect(await page.locator('h1').innerText()).toBe(subject);
    expect(await page.locator('.unread-count').innerText()).toContain(`${unread - 1}`);

    const frame = page.frameLocator('iframe');
    expect(await frame.locator('h1').innerText()).toContain(
      'Coastal Linen Inc sent you an invoice',
    );
    expect(await frame.locator('table').innerText()).toMatch(/Amount\s+\$2,431\.50/);
    // Its own styles apply.
    const { width = 0 } = (await frame.locator('.sheet').boundingBox()) ?? {};
    expect(width).toBe(size === 'desktop' ? 560 : 348);
    const opened = page.context().waitForEvent('page');
    await frame.getByRole('link', { name: 'View and pay the invoice' }).click();
    const invoice = await opened;
    expect(await invoice.locator('main').innerText()).toContain('$2,431.50');
    await invoice.close();

    await page.getByRole('link', { name: 'Text', exact: true }).click();
    expect(await page.locator('pre.letter').innerText()).toContain('Amount      $2,431.50');
    await page.getByRole('link', { name: 'View and pay the invoice' }).click();
    expect(new URL(page.url()).pathname).toMatch(/^\/pay\//);
    expect(await page.locator('main').innerText()).toContain('$2,431.50');
    // This test reads the frame by a script, which the frame forbids.
    const blocked = /^Blocked script execution in '.*\/html'/;
    expect(complaints.filter((it) => !blocked.test(it))).toEqual([]);
  });
});

test('the frame of a mail is as high as the mail where scripts run', async () => {
  const { page } = await openInspectorPage(browser, trade, 'desktop');
  await page.getByRole('link', { name: /^Mail/ }).click();
  await page.locator('.inbox a').first().click();
  const heights = async () => [
    await page.locator('iframe').evaluate((it) => it.getBoundingClientRect().height),
    await page
      .frameLocator('iframe')
      .locator('body')
      .evaluate((it) => it.offsetHeight + 2),
  ];
  await page.frameLocator('iframe').locator('.foot').waitFor();
  const [frame, content] = await heights();
  expect(frame).toBe(content);
});

test('all mails are marked as read by one button', async () => {
  const { page } = await openInspectorPage(browser, trade, 'desktop', { script: false });
  await page.getByRole('link', { name: /^Mail/ }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
  await page.locator('.inbox li').first().waitFor();
  expect(await page.locator('.inbox .unread, .unread-count').count()).toBe(0);
});
