import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, violationsOf } from '../browser/browser.ts';

/** The documentation as a site, built by `npm run docs`, served and opened in a real Chromium. */

const built = 'site/.vitepress/dist';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let server: Server;
let base: string;
let browser: Browser;
let pages: readonly string[];

beforeAll(async () => {
  // While a test is written, the site of the last build may do.
  if (process.env['REMIT_SITE'] !== 'built') {
    execFileSync('npm', ['run', 'docs', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  pages = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((it) =>
    it.endsWith('.html'),
  );
  server = createServer(({ url = '/' }, response) => {
    const path = join(built, decodeURI(new URL(url, 'http://host').pathname));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    if (!existsSync(file)) return void response.writeHead(404).end();
    const type = types[extname(file)] ?? 'application/octet-stream';
    return void response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const htmlOf = (page: string) => readFileSync(join(built, page), 'utf8');
const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

test('every command, guide, help topic and decision is a page', () => {
  for (const page of [
    'quickstart/quickstart',
    'automation/library',
    'commands/payable',
    'reference/help-exit-codes',
    'safety/security',
  ]) {
    expect(pages).toContain(`${page}.html`);
  }
  const names = pages.map((page) => basename(page, '.html'));
  for (const source of ['docs', 'docs/adr']) {
    for (const name of readdirSync(source).filter((it) => /(?<!commands)\.md$/.test(it))) {
      expect(names).toContain(basename(name, '.md'));
    }
  }
  expect(pages.length).toBeGreaterThan(70);
});

test('every link leads to a page, and every anchor to a heading', () => {
  const anchors = new Map(pages.map((page) => [page, idsIn(htmlOf(page))]));
  let checked = 0;
  const isThere = (url: URL) => {
    const path = url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname;
    const anchor = decodeURIComponent(url.hash.slice(1));
    return anchor === ''
      ? existsSync(join(built, path))
      : anchors.get(path.slice(1))?.has(anchor) === true;
  };
  const dead = pages.flatMap((page) => {
    const links = [...htmlOf(page).matchAll(/<a\b[^>]*? href="([^"]+)"/g)].map(([, it = '']) => it);
    const inside = links.filter((href) => !/^https?:/.test(href));
    checked += inside.length;
    return inside
      .filter((href) => !isThere(new URL(href, `http://host/${page}`)))
      .map((href) => `${page}: ${href}`);
  });
  expect(dead).toEqual([]);
  expect(checked).toBeGreaterThan(1000);
});

test('every column of a table has a name', () => {
  expect(pages.filter((page) => /<th\b[^>]*><\/th>/.test(htmlOf(page)))).toEqual([]);
});

test.for(['light', 'dark'] as const)(
  'pages are accessible, %s, and request nothing from elsewhere',
  async (scheme) => {
    const { page, complaints } = await openPage(browser, 'desktop', { dark: scheme === 'dark' });
    const requested: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    for (const path of [
      '',
      'quickstart/quickstart.html',
      'commands/pay.html',
      'automation/library.html',
      'reference/operations.html',
    ]) {
      await page.goto(`${base}/${path}`, { waitUntil: 'networkidle' });
      // A wide table scrolls within its frame.
      const found = await violationsOf(page);
      faults.push(...found.map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(base) && !url.startsWith('data:'))).toEqual(
      [],
    );
    await page.context().close();
  },
);

test('the first page shows the inspector, a recording and three steps', async () => {
  for (const dark of [false, true]) {
    const { page } = await openPage(browser, 'desktop', { dark });
    await page.goto(base, { waitUntil: 'networkidle' });
    expect(await page.locator('main ol > li').count()).toBe(3);
    const pictures = await page.$$eval('main img.picture', async (images) => {
      // Those of the other colors are not loaded.
      const shown = images.filter((image) => image.offsetWidth > 0);
      for (const image of shown) {
        image.scrollIntoView();
        await image.decode();
      }
      return shown.map((image) => image.src.replace(/.*\/([a-z-]+)\..*/, '$1'));
    });
    expect(pictures).toEqual(['recording', dark ? 'inspector-dark' : 'inspector-light']);
    await page.context().close();
  }
});

test('a wide table scrolls in itself, and its first column stays', async () => {
  const { page } = await openPage(browser, 'phone');
  await page.goto(`${base}/reference/operations.html`, { waitUntil: 'networkidle' });
  const wide = page.locator('.vp-doc table').first();
  const left = () =>
    wide
      .locator('td')
      .first()
      .evaluate((cell) => Math.round(cell.getBoundingClientRect().left));
  const before = await left();
  const second = wide.locator('td').nth(1);
  const secondBefore = (await second.boundingBox())?.x ?? 0;
  await wide.evaluate((table) => table.scrollBy({ left: 120, behavior: 'instant' }));
  // A pixel is the border of the table.
  expect(before - (await left())).toBeLessThanOrEqual(1);
  expect((await second.boundingBox())?.x).toBeLessThan(secondBefore - 50);
  // Words of a name do not break letter by letter.
  expect((await wide.locator('td').first().boundingBox())?.width).toBeGreaterThan(120);
  await page.context().close();
});

test('the search shows guides before decisions', async () => {
  const { page } = await openPage(browser, 'desktop');
  await page.goto(base, { waitUntil: 'networkidle' });
  for (const words of ['time zone', 'policy', 'why']) {
    await page.keyboard.press('Control+k');
    await page.fill('#localsearch-input', words);
    await page.waitForSelector('#localsearch-list a[href]');
    const paths = await page.$$eval('#localsearch-list a[href]', (links) =>
      links.map((it) => it.getAttribute('href') ?? ''),
    );
    const guide = paths.findIndex((it) => /\/(guides|quickstart)\//.test(it));
    const decision = paths.findIndex((it) => it.includes('/decisions/'));
    expect([words, guide, decision === -1 || guide < decision]).toEqual([
      ...[words, expect.any(Number), true],
    ]);
    expect(guide).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Escape');
  }
  await page.context().close();
});

test('the search finds exit 10 without a server', async () => {
  const { page } = await openPage(browser, 'desktop');
  await page.goto(base, { waitUntil: 'networkidle' });
  await page.keyboard.press('Control+k');
  await page.fill('#localsearch-input', 'exit 10');
  await page.waitForSelector('#localsearch-list a[href]');
  const found = await page.$$eval('#localsearch-list a[href]', (links) =>
    links.map((it) => it.textContent ?? ''),
  );
  expect(found.slice(0, 5).join(' ')).toMatch(/exit/i);
  await page.context().close();
});

test.for([375, 1024])('a window of %i pixels does not scroll sideways', async (width) => {
  const { page } = await openPage(browser, 'phone');
  await page.setViewportSize({ width, height: 800 });
  for (const path of ['quickstart/quickstart.html', 'commands/payable.html']) {
    await page.goto(`${base}/${path}`, { waitUntil: 'networkidle' });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  await page.context().close();
});
