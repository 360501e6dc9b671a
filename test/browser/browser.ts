/** A real browser, for tests of pages. */

import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

/** The viewports that pages are tested in. */
export const sizes = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;

/** The name of a viewport. */
export type Size = keyof typeof sizes;

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Chromium without windows, or with them, which takes twice as long. */
const [executablePath] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].filter(
  existsSync,
);

/** Launches Chromium. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });

/**
 * Opens a page under its own content security policy, optionally without scripts. Collects console messages and errors.
 */
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

/** Returns the accessibility violations of a page by every rule of axe, or by those about colors only. */
export async function violationsOf(
  page: Page,
  { impacts, colorsOnly }: { impacts?: readonly string[]; colorsOnly?: boolean } = {},
): Promise<string[]> {
  await page.evaluate(axe);
  const rules = colorsOnly ? '{ runOnly: ["color-contrast", "link-in-text-block"] }' : '';
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${rules})`);
  const counted = violations.filter(({ impact }) => impacts?.includes(impact ?? '') ?? true);
  return counted.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Returns the accessibility violations of a page in light, and in dark those about colors: nothing else differs. */
export async function violationsInLightAndDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page, { colorsOnly: true });
  return [...light, ...dark.map((it) => `dark: ${it}`)];
}

/** True if everything is tried in every size, color and mode, and not each of them once. */
export const triesAll = process.env['REMIT_BROWSER'] === 'all';

/** True where axe runs, whose rules are much slower than all other checks: on phones, or everywhere. */
export const runsAxe = (size: Size): boolean => size === 'phone' || triesAll;

/** Returns the elements wider than the viewport. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
  .filter((it) => it.getBoundingClientRect().right > innerWidth)
  .map((it) => it.outerHTML.slice(0, 80))`);

/** A script that returns by how many pixels a page is wider than its window. */
export const overhang =
  'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Returns the controls that are less than 44 px high, too small for a finger. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a, button, input:not([type=hidden]), label.choice, label.tick')]
    .filter((it) => !['radio', 'checkbox'].includes(it.type) && it.getBoundingClientRect().height < 44)
    .map((it) => it.outerHTML.slice(0, 80))`);

/** Presses Tab until an element has the focus, which has to be seen. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const { keyboard } = target.page();
  for (let presses = 0; presses < 150; presses++) {
    await keyboard.press('Tab');
    if (!(await target.evaluate((it) => it.matches(':focus')))) continue;
    const isSeen = "getComputedStyle(document.activeElement).outlineStyle === 'solid'";
    // A busy browser draws the outline a moment later.
    await target
      .page()
      .waitForFunction(isSeen, undefined, { timeout: 2_000 })
      .catch(() => {
        throw new Error(`The focus is not to be seen on ${target}.`);
      });
    return;
  }
  throw new Error(`No Tab reaches ${target}.`);
}

/** Goes to a link or button by Tab, and presses Enter. */
export async function tabAndEnter(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Goes to a field by Tab, and types a text in place of what it contains. */
export async function tabAndType(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  const { keyboard } = target.page();
  await keyboard.press('Control+A');
  await keyboard.type(text);
}
