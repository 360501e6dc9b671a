import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchedCents } from '../../../src/sandbox/web/inspector/search-text.ts';
import { openSandbox } from '../open-sandbox.ts';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';
import { linkedInvoice } from './payment-links.ts';

let trade: Trade;
let inspector: InspectorVisitor;
beforeAll(async () => {
  trade = await openTrade();
  inspector = await openInspector(trade);
});
afterAll(() => trade.close());

const searchBy = ({ look }: InspectorVisitor, text: string) =>
  look(`/sandbox/inspector/search?${new URLSearchParams({ q: text })}`);
const search = (text: string) => searchBy(inspector, text);

/** Returns the heading and the rows' names of each part of the results. */
async function found(text: string, searching = search): Promise<Record<string, string[]>> {
  const { status, text: page } = await searching(text);
  expect(status).toBe(200);
  const parts = page.split('<h2>').slice(1);
  return Object.fromEntries(
    parts.map((part) => [
      part.slice(0, part.indexOf('<')),
      [...part.matchAll(/role="cell" class="name"[^>]*>\s*<[^>]*>([^<]*)</g)].map(
        ([, name = '']) => name,
      ),
    ]),
  );
}

async function invoice(invoiceNumber: string, amount: number): Promise<string> {
  const path = `/api/businesses/${trade.payee.businessId}/payables`;
  const body = { connectionId: trade.connectionId, amount, invoiceNumber };
  return (await trade.done(trade.payee, 'POST', path, body)).id;
}

test('every page has a search that works without scripts', async () => {
  for (const path of ['/sandbox', '/sandbox/inspector/mail']) {
    const { text } = await inspector.look(path);
    expect(text).toMatch(/<form role="search"[^>]*action="\/sandbox\/inspector\/search">/);
    expect(text).toMatch(/<label[^>]*for="search">/);
  }
});

test('an id leads to its page', async () => {
  const payableId = await trade.approved(80);
  const { paymentId } = await trade.initiate(payableId);
  const [mail] = await trade.control('GET', '/sandbox/outbox');
  for (const [id, page] of [
    [payableId, 'payables'],
    [` ${paymentId} `, 'payments'],
    [trade.payer.businessId, 'businesses'],
    [mail.id, 'mail'],
  ]) {
    const { status, headers } = await search(id ?? '');
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`/sandbox/inspector/${page}/${id?.trim()}`);
  }
});

test('the beginning of an id finds it', async () => {
  const id = await invoice('CL-1', 80);
  expect(await found(id.slice(0, 9))).toEqual({ Ids: [id] });
  expect(await found('pay_none')).toEqual({});
});

test('a record is found by its id in capitals or without its prefix, its trace number, and the address of its page', async () => {
  const { id, url } = await linkedInvoice(trade);
  const { paymentId } = await trade.initiate(await trade.approved(80));
  await trade.advance({ businessDays: 1 });
  const { traceNumber } = await trade.payment(paymentId);
  for (const [text, path] of [
    [paymentId.toUpperCase(), `payments/${paymentId}`],
    [paymentId.replace('pmt_', ''), `payments/${paymentId}`],
    [traceNumber, `payments/${paymentId}`],
    [url, `payables/${id}`],
  ]) {
    const { headers } = await search(text ?? '');
    expect([text, headers.get('location')]).toEqual([text, `/sandbox/inspector/${path}`]);
  }
});

test('a payment of the demo is found by its guest, by its receipt and by its return code', async () => {
  const demo = await openSandbox({ seed: 'demo' });
  const visitor = await openInspector(demo);
  const searchDemo = (text: string) => searchBy(visitor, text);
  for (const [text, part] of [
    ['harbor c', 'Payments of guests'],
    ['OFFICE@harbor-cafe', 'Payments by payer email'],
  ] as const) {
    const [paymentId = ''] = (await found(text, searchDemo))[part] ?? [];
    const { text: page } = await visitor.look(`/sandbox/inspector/payments/${paymentId}`);
    expect([text, page]).toEqual([text, expect.stringContaining('Tablecloths')]);
    expect(page).toMatch(
      /<dt>Bank account<.dt><dd>First Example Bank, Business Checking ending in/,
    );
    const receipt = /href="(\/receipt\/[^"]+)"/.exec(page)?.[1] ?? '';
    const { headers } = await searchDemo(`${demo.baseUrl}${receipt}`);
    expect(headers.get('location')).toBe(`/sandbox/inspector/payments/${paymentId}`);
  }
  expect(await found('harbor "c', searchDemo)).toEqual({});

  const { text } = await searchDemo('r03');
  expect(text).toContain('Payments that ended with R03');
  expect(text).toMatch(/FAILED.*data-label="Settles"><span class="none">/s);
  await demo.close();
});

test('the beginning of an invoice number finds it, whatever its case', async () => {
  for (const number of ['CL-2001', 'cl-2002', 'XCL-2003', 'CL%']) await invoice(number, 80);
  expect(await found('cl-20')).toEqual({ 'Payables by invoice number': ['CL-2001', 'cl-2002'] });
  expect(await found('CL-2002')).toEqual({ 'Payables by invoice number': ['cl-2002'] });
  expect(await found('CL%')).toEqual({ 'Payables by invoice number': ['CL%'] });
});

test('a part of a name finds the business', async () => {
  expect(await found('LINEN')).toEqual({ Businesses: ['Coastal Linen Inc'] });
  for (const pattern of ['Coastal%Inc', 'C_astal', '\\']) expect(await found(pattern)).toEqual({});
});

test('the beginning of an address finds the mail', async () => {
  const { text } = await search('coastal-linen-inc@');
  expect(text).toContain('<h2>Mail</h2>');
  expect(text).toContain('>Acme Hotels LLC invites you to connect<');
});

test('an amount finds payables and payments', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(1250.5));
  await invoice('CL-9', 1250);
  const { 'Payments by amount': payments } = await found('$1,250.50');
  expect(payments).toEqual([paymentId]);
  expect(await found('1250')).toEqual({ 'Payables by amount': ['CL-9'] });
});

test.for([
  ['1250', 125_000],
  ['$ 1,250.5', 125_050],
  ['0.01', 1],
  ['1,25', undefined],
  ['12.345', undefined],
  ['CL-1', undefined],
  ['', undefined],
] as const)('%s is %s cents', ([text, cents]) => expect(searchedCents(text)).toBe(cents));

test('at most 10 are shown, and it is said that there are more', async () => {
  for (let number = 10; number < 31; number++) await invoice(`M-${number}`, number);
  const { text } = await search('m-');
  expect(text.match(/>M-\d\d</g)).toHaveLength(10);
  expect(text).toContain('The first 10. Type more to see fewer.');
});

test('what was searched is text, and nothing found says so', async () => {
  for (const text of ['<script>alert(1)</script>', 'nothing\u0000', "' or 1=1 --"]) {
    const { status, text: page } = await search(text);
    expect(status).toBe(200);
    expect(page).toContain('Nothing found.');
    expect(page).not.toContain('<script>');
  }
  expect((await search('')).text).toContain('Search for an id');
});

test('without the cookie nothing is searched', async () => {
  expect((await trade.send('GET', '/sandbox/inspector/search?q=CL')).status).toBe(401);
});

test('the script is served to everyone, and knows nothing', async () => {
  const { status, headers, text } = await trade.send('GET', '/sandbox-assets/inspector.js');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(text.length).toBeLessThan(8_000);
});
