import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { payMeLink } from '../sandbox/pages/payment-links.ts';
import { openTrade, type Trade } from '../sandbox/trading-partners.ts';
import { openBrowser, openPage, overhang, type Size, sizes } from './browser.ts';
import { chooseAccount, fillInPayer, invoiceOfThreeLines } from './payer-pages.ts';

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

/** Expects that the whole of an element is in the window before anybody scrolls. */
async function expectVisible(target: Locator, size: Size): Promise<void> {
  const box = await target.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(sizes[size].height);
}

const mainButtons = (page: Page) => page.locator('main button.button:visible').count();

test('on a desktop the form is beside the invoice, and nobody scrolls to pay', async () => {
  const { page } = await openPage(browser, 'desktop');
  await page.goto((await invoiceOfThreeLines(trade)).url);
  await expectVisible(page.getByRole('button', { name: 'Select your bank' }), 'desktop');
  expect(await page.getByRole('link', { name: 'Pay', exact: true }).isVisible()).toBe(false);
  const [lines, form] = [page.locator('.items'), page.locator('#pay')];
  const right = (await lines.boundingBox()) ?? { x: 0, width: 0 };
  expect(right.x + right.width).toBeLessThan((await form.boundingBox())?.x ?? 0);
  expect(await mainButtons(page)).toBe(1);
});

test('on a phone a bar with the amount leads to the form, and leaves it free', async () => {
  const { page } = await openPage(browser, 'phone');
  await page.goto((await invoiceOfThreeLines(trade)).url);
  const bar = page.locator('.bar');
  await expectVisible(bar, 'phone');
  expect(await bar.innerText()).toContain('$2,431.50');
  await bar.getByRole('link', { name: 'Pay' }).click();
  await expectVisible(page.getByRole('button', { name: 'Select your bank' }), 'phone');
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual((await page.locator('#pay').boundingBox())?.y ?? 0);
});

test.for(['phone', 'desktop'] as const)(
  'each step on a %s names the payee and the amount, and has one main button in view',
  async (size) => {
    const { page } = await openPage(browser, size);
    await page.goto((await invoiceOfThreeLines(trade)).url);
    const expectHead = async () =>
      expect(await page.locator('.due').innerText()).toContain('$2,431.50 to Coastal Linen Inc');
    await page.getByLabel('Your name or business').fill('Ada Ames');
    await page.getByLabel('Email').fill('ada@stranger.test');
    await page.getByRole('button', { name: 'sign in to pay' }).click();
    await expectHead();
    await expectVisible(page.getByRole('button', { name: 'Sign in' }), size);
    await page.goto(page.url().replace('sign-in', 'account'));
    await expectHead();
    await expectVisible(page.getByRole('button', { name: 'Send the deposits' }), size);
    expect(await mainButtons(page)).toBe(1);
    await page.getByRole('button', { name: 'Select your bank instead' }).click();
    await expectHead();
    await page.getByLabel('Name of the bank').fill('sample');
    await page.getByRole('button', { name: 'Find' }).click();
    expect(await page.locator('.choices li').count()).toBe(1);
    await expectHead();
    await page.goBack();
    await chooseAccount(page);
    await expectVisible(page.getByRole('button', { name: 'Pay $2,431.50' }), size);
    expect(await mainButtons(page)).toBe(1);
    expect(await page.locator('.terms').innerText()).toContain('authorizes Coastal Linen Inc');
    expect(await page.getByText('To revoke this authorization').isVisible()).toBe(false);
    await page.getByText('The rest of the authorization').click();
    expect(await page.getByText('To revoke this authorization').isVisible()).toBe(true);
  },
);

test('a receipt is one printed page, and its steps fit a narrow phone to the edge', async () => {
  const { page } = await openPage(browser, 'narrow');
  await page.goto(await payMeLink(trade));
  await page.getByLabel('Amount in dollars').fill('1250');
  await fillInPayer(page);
  await chooseAccount(page, 'R01-late');
  await page.getByRole('button', { name: 'Pay $1,250.00' }).click();
  await trade.advance({ businessDays: 3 });
  await page.reload();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Paid on March/);
  await trade.advance({ businessDays: 4 });
  await page.reload();
  expect(await page.evaluate(overhang)).toBe(0);
  const steps = await page.locator('.steps').boundingBox();
  const last = await page.locator('.steps li').last().boundingBox();
  const edge = (box: typeof last) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
  expect(edge(last)).toBe(edge(steps));
  const pages = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(pages).toHaveLength(1);
});
