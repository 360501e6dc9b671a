import { expect, test } from 'vitest';
import { hrefOf, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openInspector } from './inspector-visitor.ts';
import { ada, choose, press, trade, visitInEachTest, visitor } from './payer-visit.ts';
import { linkedInvoice } from './payment-links.ts';

visitInEachTest({ listens: true });

/** Opens an address as a browser does when somebody types it. */
async function typed(url: string, cookie = '') {
  const headers = { accept: 'text/html,*/*;q=0.8', cookie };
  const response = await fetch(url, { headers, redirect: 'manual' });
  const type = response.headers.get('content-type') ?? '';
  return { url, status: response.status, type, text: await response.text() };
}

test('an address that only a form is sent to leads back to the page of the form', async () => {
  const { url } = await linkedInvoice(trade);
  const banks = await visitor.send(await visitor.open(url), ada);
  const checkout = new URL(new URL(banks.url).searchParams.get('redirect') ?? '', url).href;
  for (const [address, way] of [
    [`${checkout}/verify`, checkout],
    [`${checkout}/bank`, checkout],
    [`${url}/nowhere`, url],
    [`${new URL(url).origin}/invite/none/accept`, '/invite/none'],
  ] as const) {
    const page = await typed(address);
    expect([address, page.status, page.type]).toEqual([address, 404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<title>Error: There is no such page');
    expect(page.text).toContain(`href="${new URL(way, url).pathname}"`);
  }
});

test('an unknown address is a page for a browser, and a problem for a program', async () => {
  const page = await typed(`${trade.baseUrl}/no/such/page`);
  expect(visibleTextOf(page)).toContain('There is no such page Nothing was paid.');
  for (const path of ['/no/such/page', '/sandbox/none', '/api/none']) {
    const { headers } = await fetch(`${trade.baseUrl}${path}`);
    expect([path, headers.get('content-type')]).toEqual([path, 'application/problem+json']);
  }
  expect((await typed(`${trade.baseUrl}/api/none`)).type).toBe('application/problem+json');
});

test('an unknown address of the inspector tells a browser how to get in, and then that there is none', async () => {
  const address = `${trade.baseUrl}/sandbox/inspector/nothing`;
  const outside = await typed(address);
  expect([outside.status, outside.text]).toEqual([401, expect.stringContaining('sandbox open')]);
  const { cookie } = await openInspector(trade);
  const inside = await typed(address, cookie);
  expect([inside.status, visibleTextOf(inside)]).toEqual([
    404,
    expect.stringContaining('Not found'),
  ]);
});

test('a checkout that another tab finished leads to its receipt', async () => {
  const { url } = await linkedInvoice(trade);
  const [first, second] = [await choose(url), await choose(url)];
  const receipt = await press(first);
  expect((await press(second)).url).toBe(receipt.url);
  expect((await visitor.open(hrefOf(second, '/edit'))).url).toBe(receipt.url);
  await trade.advance({ businessDays: 4 });
  expect((await visitor.open(second.url)).url).toBe(receipt.url);
  expect(await trade.balance()).toEqual([120, 0, 120]);
});
