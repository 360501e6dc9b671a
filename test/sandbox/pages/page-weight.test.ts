import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox, type TestSandbox } from '../open-sandbox.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';

const MAX_BYTES = 40 * 1024;
const MAX_PAGES = 150;

let sandbox: TestSandbox;
let visitor: InspectorVisitor;
beforeAll(async () => {
  sandbox = await openSandbox();
  await sandbox.control('POST', '/sandbox/seed', { name: 'big', payables: 600, seed: 3 });
  await sandbox.advance({ businessDays: 3 });
  visitor = await openInspector(sandbox);
});
afterAll(() => sandbox.close());

/** A page has links with all of its filters. */
const everyFilter =
  'status=PAID&sort=largest&dueFrom=2024-01-01&dueTo=2027-01-01&least=1&most=5,000.00&business=meridian&side=payer&number=B-0';

const sizeOf = (text: string) => Buffer.byteLength(text);

const linksOn = (text: string): string[] =>
  [...text.matchAll(/href="(\/sandbox(?:\/inspector\/[^"]*)?)"/g)].map(([, href = '']) =>
    href.replaceAll('&#38;', '&'),
  );

test('every page is at most 40 KB with its stylesheet and its script', async () => {
  const { text: first } = await visitor.look('/sandbox');
  const assets = [...first.matchAll(/"(\/sandbox-assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(assets).toEqual(['/sandbox-assets/inspector.css', '/sandbox-assets/inspector.js']);
  let shared = 0;
  for (const path of assets) shared += sizeOf((await visitor.look(path)).text);

  const search = '/sandbox/inspector/search?q=';
  const paths = [
    '/sandbox',
    `${search}a`,
    `${search}B-0`,
    `${search}%241%2C250.00`,
    `${search}pay_`,
    `/sandbox/inspector/payables?${everyFilter}`,
  ];
  const [kinds, checked] = [new Set<string>(), new Set<string>()];
  for (let at = 0; at < Math.min(paths.length, MAX_PAGES); at++) {
    const path = paths[at] ?? '';
    const { text, status } = await visitor.look(path);
    expect(status, path).toBe(200);
    expect(sizeOf(text) + shared, path).toBeLessThanOrEqual(MAX_BYTES);
    checked.add(kindOf(path));
    // Pages of kinds that were not seen yet come first.
    for (const link of linksOn(text)) {
      if (paths.includes(link)) continue;
      if (kinds.has(kindOf(link))) paths.push(link);
      else paths.splice(at + 1, 0, link);
      kinds.add(kindOf(link));
    }
  }
  expect([...kinds].filter((kind) => !checked.has(kind))).toEqual([]);
  expect([...checked]).toEqual(
    expect.arrayContaining(
      ['payables', 'payments', 'ledger', 'mail', 'events', 'businesses', 'faults', 'search?q'].map(
        (name) => `/sandbox/inspector/${name}`,
      ),
    ),
  );
});

/** The path of a page without its id and the values of its query. */
const kindOf = (path: string): string =>
  path.replace(/(\/inspector\/[^/?]+\/)[^?]+/, '$1…').replaceAll(/=[^&]*/g, '');
