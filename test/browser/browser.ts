import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

export const sizes = {
  phone: { width: 375, height: 812 },
  desktop: { width: 1280, height: 900 },
} as const;

export type Size = keyof typeof sizes;

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

/** A page under its own policy, without script where a person has switched it off; what it complains about is kept. */
export async function openPage(
  browser: Browser,
  size: Size,
  { dark = false, script = true }: { dark?: boolean; script?: boolean } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: script,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (it) => complaints.push(it.text()));
  page.on('pageerror', (it) => complaints.push(it.message));
  return { page, complaints };
}

/** Serious and critical violations of the accessibility rules, and what sticks out of the page. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  return [...serious, ...(await page.evaluate<string[]>(tooWide))];
}

const tooWide = `[...document.querySelectorAll('body *')]
  .filter((it) => it.getBoundingClientRect().right > innerWidth)
  .map((it) => 'too wide: ' + it.outerHTML.slice(0, 80))`;

/** What can be pressed and is smaller than a finger. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a, button, input:not([type=hidden]), label.choice')]
    .filter((it) => it.type !== 'radio' && it.getBoundingClientRect().height < 44)
    .map((it) => it.outerHTML.slice(0, 80))`);

/** A picture to look at, in the folder that REMIT_SCREENSHOTS names. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['REMIT_SCREENSHOTS'];
  if (folder !== undefined)
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
