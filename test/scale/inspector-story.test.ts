import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, violationsOf } from '../browser/browser.ts';
import { type LargeSandbox, openLargeSandbox } from '../sandbox/large-sandbox.ts';

const PAYABLES = 100_000;
const LIST = '/sandbox/inspector/payables';

let browser: Browser;
let sandbox: LargeSandbox;
beforeAll(async () => {
  sandbox = await openLargeSandbox(PAYABLES, { listens: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

/** Opens the inspector in a browser; nothing that it complains about may be left. */
async function enter(options: Parameters<typeof openPage>[2] = {}) {
  const opened = await openPage(browser, 'desktop', options);
  await opened.page.goto((await sandbox.control('POST', '/sandbox/open')).url);
  await opened.page.waitForURL('**/sandbox');
  return opened;
}

const headingOf = (page: Page) => page.locator('h1').innerText();
const column = (page: Page, label: string) =>
  page.locator(`.rows td[data-label="${label}"]`).allInnerTexts();
const centsOf = (text: string) => Number(text.replaceAll(/[^0-9]/g, ''));

/** Presses the key until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate<string>('document.activeElement.textContent.trim()');
    if (text === name) return;
  }
  throw new Error(`${name} cannot be reached by the keyboard.`);
}

test('one of 100,000 payables is found by its number, by keyboard alone', async () => {
  const { page, complaints } = await enter();
  await page.keyboard.press('/');
  await page.keyboard.type('b-0076543');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=b-0076543');
  await tabTo(page, 'B-0076543');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${LIST}/pay_*`);
  expect(await headingOf(page)).toContain('B-0076543');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test.for([true, false])(
  'the list is filtered, sorted and paged, with script: %s',
  async (script) => {
    const { page, complaints } = await enter({ script });
    await page.goto(new URL(LIST, page.url()).href);
    await page.getByRole('link', { name: 'SUBMITTED' }).click();
    await page.waitForURL('**?status=SUBMITTED');
    await page.getByText('Filter and sort').click();
    await page.getByLabel('Amount from').fill('$4,900');
    await page.getByLabel('Due from').fill('2025-06-01');
    await page.getByLabel('Due to').fill('2025-12-31');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**dueTo=2025-12-31**');
    await page.locator('.rows').getByRole('link', { name: 'Amount' }).click();
    await page.waitForURL('**sort=largest**');
    const first = await column(page, 'Amount');
    await page.getByRole('link', { name: 'Next →' }).click();
    await page.waitForURL('**before=**');
    const amounts = [...first, ...(await column(page, 'Amount'))].map(centsOf);
    expect(amounts.length).toBe(20);
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
    expect(Math.min(...amounts)).toBeGreaterThanOrEqual(490_000);
    expect(new Set(await column(page, 'Status'))).toEqual(new Set(['SUBMITTED']));
    for (const due of await column(page, 'Due')) expect(due).toMatch(/^2025-(0[6-9]|1[0-2])-/);
    if (script) expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await page.waitForURL(`**${LIST}`);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);
