import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { openBrowser } from '../browser/browser.ts';
import { openInspectorPage } from '../browser/inspector-pages.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';

/** The folder of the pictures: that of docs if they are written, for the first page of the site. */
const folder =
  process.env['REMIT_DOCS'] === 'write'
    ? 'docs'
    : (process.env['REMIT_SCREENSHOTS'] ?? 'screenshots');

const SIZE = { width: 1280, height: 800 };

test.for(['light', 'dark'] as const)(
  'the first page of the inspector is a picture of the docs, %s',
  async (scheme) => {
    const sandbox = await openSandbox({ seed: 'demo', listens: true });
    const browser = await openBrowser();
    const { page } = await openInspectorPage(browser, sandbox, 'desktop', {
      dark: scheme === 'dark',
    });
    await page.setViewportSize(SIZE);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `inspector-${scheme}.png`);
    writeFileSync(path, await page.screenshot({ animations: 'disabled' }));
    const committed = readFileSync(`docs/inspector-${scheme}.png`);
    // Width and height are in the header of a PNG.
    expect([committed.readUInt32BE(16), committed.readUInt32BE(20)]).toEqual(Object.values(SIZE));
    expect(committed.length).toBeLessThan(120_000);
    await browser.close();
    await sandbox.close();
  },
);
