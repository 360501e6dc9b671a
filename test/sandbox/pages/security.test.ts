import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { html } from '../../../src/sandbox/web/html.ts';
import { openVisitor, type Visitor, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openTrade, type Trade } from '../trading-partners.ts';
import { linkedInvoice, payMeLink } from './payment-links.ts';

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>' &amp; \u202eevil\u0007`;
const SHOWN = `<script>alert(1)</script>"><img src=x onerror=alert(2)>' &amp; \\u202eevil\\u0007`;
const ada = { payerName: 'Ada Ames', payerEmail: 'ada@stranger.test' };

let trade: Trade;
let visitor: Visitor;
beforeEach(async () => {
  trade = await openTrade({ listens: true });
  visitor = openVisitor();
});
afterEach(() => trade.close());

const linkToken = async (): Promise<{ linkToken: string; url: string }> =>
  trade.done(trade.payer, 'GET', '/api/bank-accounts/linkprovider-link-token');

async function invitationUrl(): Promise<string> {
  const path = `/api/businesses/${trade.payer.businessId}/public-invite-settings`;
  return (await trade.done(trade.payer, 'PATCH', path, { enabled: true })).url;
}

async function consentUrl(): Promise<string> {
  const path = `/api/businesses/${trade.payer.businessId}/integrations/accounting/connect`;
  const body = { redirectUri: 'http://127.0.0.1:9/back' };
  return (await trade.done(trade.payer, 'POST', path, body)).authorizationUrl;
}

const everyPage = async (): Promise<readonly string[]> => [
  (await linkedInvoice(trade)).url,
  await payMeLink(trade),
  await invitationUrl(),
  (await linkToken()).url,
  await consentUrl(),
];

test('every page forbids scripts, frames and caching', async () => {
  for (const url of [...(await everyPage()), new URL('/pay/none', await payMeLink(trade)).href]) {
    const { headers, text } = await visitor.open(url);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'[^;]*; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
  }
});

test('the cookie is limited to this site, and not readable by scripts', async () => {
  const { headers } = await visitor.open(await payMeLink(trade));
  expect(headers.get('set-cookie')).toMatch(
    /^remit_visitor_[\w-]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect((await visitor.open(await payMeLink(trade))).headers.get('set-cookie')).toBeNull();
});

test('a logo is requested from the address of the page', async () => {
  const { businessId, token } = trade.payee;
  const form = new FormData();
  form.set('file', new Blob([Buffer.from('89504e470d0a1a0a', 'hex')]), 'logo.png');
  const url = await payMeLink(trade);
  await fetch(new URL(`/api/businesses/${businessId}/logo`, url), {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form },
  });
  const { text } = await visitor.open(url);
  const [, logo = ''] =
    /<img class="portrait" src="(\/api\/public\/logos\/[^"]+)"/.exec(text) ?? [];
  const { status, headers } = await visitor.open(new URL(logo, url).href);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
});

describe('a form', () => {
  test('without the form token of this browser is refused with a page, on every path with a form', async () => {
    const other = await openVisitor().open(await payMeLink(trade));
    const foreign = other.forms[0]?.fields['formToken'] ?? '';
    for (const url of await everyPage()) {
      const { pathname, origin } = new URL(url);
      await visitor.open(url);
      const isInvitation = pathname.startsWith('/invite/');
      const action = `${origin}${pathname}${isInvitation ? '/accept' : ''}`;
      for (const formToken of ['', foreign, `${foreign}x`]) {
        const refused = await visitor.post(action, { ...ada, formToken });
        expect([url, refused.status]).toEqual([url, 403]);
        expect(refused.headers.get('content-type')).toContain('text/html');
      }
    }
  });

  test('without the cookie, or from another site, is refused', async () => {
    const { url } = await linkedInvoice(trade);
    const page = await visitor.open(url);
    const fields = { ...page.forms[0]?.fields, ...ada };
    expect((await openVisitor().post(url, fields)).status).toBe(403);
    for (const headers of [
      { origin: 'http://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await visitor.post(url, fields, headers)).status).toBe(403);
    }
    const own = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' };
    expect((await visitor.post(url, fields, own)).status).toBe(303);
  });
});

describe('untrusted text is shown as text', () => {
  test('names, memos and lines on an invoice', async () => {
    const rogue = await trade.addCompany('Rogue');
    const businessId = await trade.addBusiness(rogue, HOSTILE);
    const payee = { ...rogue, businessId };
    const connectionId = await trade.connect(trade.payer, payee);
    const { url } = await linkedInvoice(
      { ...trade, payee, connectionId },
      { memo: HOSTILE, lineItems: [{ description: HOSTILE, quantity: 1, unitPrice: 120 }] },
    );
    const { text } = await visitor.open(url);
    expect(text).not.toMatch(/<script|<img|\u202e/);
    expect(text).not.toContain('\u0007');
    expect(visibleTextOf({ text }).split(SHOWN).length - 1).toBeGreaterThanOrEqual(4);
  });

  test("the payer's input", async () => {
    const page = await visitor.open(await payMeLink(trade));
    const wrong = await visitor.send(page, { ...ada, payerName: HOSTILE, memo: HOSTILE });
    expect(wrong.text).not.toMatch(/<script|<img/);
    expect(wrong.forms[0]?.fields['payerName']).toBe(SHOWN);
  });

  test('the state and the redirect URL', async () => {
    const { url } = await linkToken();
    const { text } = await visitor.open(
      `${url}&state=${encodeURIComponent(HOSTILE)}&redirect=${encodeURIComponent('http://127.0.0.1:9/"><script>')}`,
    );
    expect(text).not.toMatch(/<script|<img/);
  });

  test.for([
    ['text', html`<p>${'<b>'}</p>`, '<p>&#60;b&#62;</p>'],
    ['attributes', html`<p title="${`"'`}">`, '<p title="&#34;&#39;">'],
    ['lists and numbers', html`${['<', 1, null, undefined]}`, '&#60;1'],
    ['HTML of our own', html`<p>${html`<b>${'&'}</b>`}</p>`, '<p><b>&#38;</b></p>'],
    ['lone surrogates', html`${'\ud800'}`, '\\ud800'],
    ['what nobody sees', html`${'a\u200bb\u2066c\ufeff'}`, 'a\\u200bb\\u2066c\\ufeff'],
    ['line breaks', html`${'a\r\nb\tc'}`, 'a\r\nb\tc'],
  ] as const)('%s', ([, written, expected]) => {
    expect(String(written)).toBe(expected);
  });
});
