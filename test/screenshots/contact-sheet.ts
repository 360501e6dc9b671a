/** Contact sheets: every page of a part of the product in one picture. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { sizes } from '../browser/browser.ts';

/** The directory of the pictures; `REMIT_SCREENSHOTS` names another. */
const screenshotFolder = process.env['REMIT_SCREENSHOTS'] ?? 'screenshots';

/** A picture of one page in light and dark. */
interface Shot {
  readonly name: string;
  readonly size: keyof typeof thumbs;
  readonly light: Buffer;
  readonly dark: Buffer;
}

/** Width of a picture on the sheet, and the height at which it is cut, in pixels. */
const thumbs = {
  phone: { width: 180, height: 560 },
  desktop: { width: 376, height: 420 },
} as const;

/** Pictures of pages, collected for the sheets of a part of the product. */
export function createContactSheets(part: string) {
  const shots: Shot[] = [];

  /** Takes pictures of a page in both sizes, light and dark, and saves each. */
  async function shoot(page: Page, name: string): Promise<void> {
    for (const size of ['phone', 'desktop'] as const) {
      await page.setViewportSize(sizes[size]);
      const pictures = {
        light: await pictureOf(page, 'light'),
        dark: await pictureOf(page, 'dark'),
      };
      shots.push({ name, size, ...pictures });
      const folder = join(screenshotFolder, 'pages');
      mkdirSync(folder, { recursive: true });
      for (const scheme of ['light', 'dark'] as const) {
        writeFileSync(join(folder, `${part}-${name}-${size}-${scheme}.png`), pictures[scheme]);
      }
    }
  }

  /** Draws a sheet for each size. Returns the paths of the files. */
  async function draw(browser: Browser): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const size of ['phone', 'desktop'] as const) {
      const page = await browser.newPage({ viewport: { width: 2380, height: 1000 } });
      await page.setContent(sheetOf(`${part}, ${size}`, size, shots));
      const path = join(screenshotFolder, `${part}-${size}.png`);
      await page.screenshot({ path, fullPage: true, timeout: 0 });
      await page.close();
      paths.push(path);
    }
    return paths;
  }

  return { shoot, draw };
}

async function pictureOf(page: Page, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme });
  return page.screenshot({ fullPage: true, animations: 'disabled', timeout: 0 });
}

function sheetOf(title: string, size: keyof typeof thumbs, shots: readonly Shot[]): string {
  const { width, height } = thumbs[size];
  const image = (picture: Buffer) =>
    `<img width="${width}" src="data:image/png;base64,${picture.toString('base64')}">`;
  const figures = shots
    .filter((shot) => shot.size === size)
    .map(
      ({ name, light, dark }) =>
        `<figure><div><span>${image(light)}</span><span>${image(dark)}</span></div><figcaption>${name}</figcaption></figure>`,
    );
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>
    body { margin: 0; padding: 28px; background: #8b95a1; color: #0d141b; font: 15px system-ui, sans-serif; }
    main { display: flex; flex-wrap: wrap; gap: 26px 22px; align-items: flex-start; }
    figure { margin: 0; } figure div { display: flex; gap: 4px; align-items: flex-start; }
    figure span { display: block; max-height: ${height}px; overflow: hidden; border-radius: 5px; }
    img { display: block; height: auto; } figcaption { margin-top: 6px; font-weight: 600; }
  </style><h1>${title}</h1><main>${figures.join('')}</main>`;
}
