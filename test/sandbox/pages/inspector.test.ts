import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answered } from '../open-sandbox.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>\u202eevil\u0007`;

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const codeOf = async (): Promise<string> => {
  const { url } = await trade.control('POST', '/sandbox/open');
  return new URL(url).search;
};

/** Opens the inspector as a browser would; its cookie. */
async function cookieFor(search?: string): Promise<string> {
  const { status, headers } = await trade.send(
    'GET',
    `/sandbox/enter${search ?? (await codeOf())}`,
  );
  expect(status).toBe(200);
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

const look = (path: string, cookie: string) => trade.send('GET', path, { headers: { cookie } });

const formToken = ({ text }: Answered): string =>
  /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';

async function press(path: string, cookie: string, fields: Record<string, string>) {
  const token = formToken(await look('/sandbox', cookie));
  const body = new URLSearchParams({ formToken: token, back: '/sandbox', ...fields });
  const type = 'application/x-www-form-urlencoded';
  return trade.send('POST', path, {
    headers: { cookie, 'content-type': type },
    body: body.toString(),
  });
}

describe('access', () => {
  test('a code opens the inspector once', async () => {
    const search = await codeOf();
    const entered = await trade.send('GET', `/sandbox/enter${search}`);
    expect(entered.status).toBe(200);
    const cookie = entered.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^remit_[\w-]{8}=[\w-]{43}; Path=\/sandbox; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect((await look('/sandbox', cookie.split(';')[0] ?? '')).status).toBe(200);

    const again = await trade.send('GET', `/sandbox/enter${search}`);
    expect(again.status).toBe(401);
    expect(again.headers.get('set-cookie')).toBeNull();
    expect(again.text).toContain('remit sandbox open');
  });

  test('a code is valid for a minute', async () => {
    const search = await codeOf();
    trade.passWallTime(MINUTE_MS);
    expect((await trade.send('GET', `/sandbox/enter${search}`)).status).toBe(401);
  });

  test('the cookie is valid for twelve hours of wall time, whatever the sandbox clock', async () => {
    const cookie = await cookieFor();
    await trade.advance({ by: 'P30D' });
    trade.passWallTime(12 * HOUR_MS - 1);
    expect((await look('/sandbox', cookie)).status).toBe(200);
    trade.passWallTime(1);
    expect((await look('/sandbox', cookie)).status).toBe(401);
  });

  test('a request without a valid cookie sees how to open the inspector', async () => {
    const name = (await cookieFor()).split('=')[0];
    for (const cookie of ['', 'remit_12345678=abc', `${name}=${'a'.repeat(43)}`]) {
      const { status, text, headers } = await look('/sandbox', cookie);
      expect([cookie, status]).toEqual([cookie, 401]);
      expect(headers.get('content-type')).toContain('text/html');
      expect(text).toContain('remit sandbox open');
    }
  });

  test('a code is not a cookie, and a cookie not a code', async () => {
    const search = await codeOf();
    const cookie = await cookieFor();
    const [name, key] = cookie.split('=');
    const code = new URLSearchParams(search).get('code');
    expect((await look('/sandbox', `${name}=${code}`)).status).toBe(401);
    expect((await trade.send('GET', `/sandbox/enter?code=${key}`)).status).toBe(401);
  });

  test('a code requires the control token', async () => {
    expect((await trade.send('POST', '/sandbox/open')).status).toBe(401);
    const token = trade.payer.token;
    expect((await trade.send('POST', '/sandbox/open', { token })).status).toBe(401);
  });
});

describe('a form', () => {
  test('without the form token of this browser is refused, and changes nothing', async () => {
    const cookie = await cookieFor();
    const other = formToken(await look('/sandbox', await cookieFor()));
    const before = await trade.clock();
    for (const token of ['', other, `${other}x`]) {
      const { status } = await press('/sandbox/inspector/clock/advance', cookie, {
        ...{ by: 'PT1H', formToken: token },
      });
      expect(status).toBe(403);
    }
    expect(await trade.clock()).toBe(before);
  });

  test('from another site is refused', async () => {
    const cookie = await cookieFor();
    const token = formToken(await look('/sandbox', cookie));
    const before = await trade.clock();
    for (const headers of [{ origin: 'http://evil.test' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status } = await trade.send('POST', '/sandbox/inspector/clock/advance', {
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ formToken: token, back: '/sandbox', by: 'PT1H' }).toString(),
      });
      expect(status).toBe(403);
    }
    expect(await trade.clock()).toBe(before);
  });

  test('without the cookie is refused', async () => {
    const { status } = await press('/sandbox/inspector/clock/advance', '', { by: 'PT1H' });
    expect(status).toBe(401);
  });

  test('redirects to a page of the inspector, and nowhere else', async () => {
    const cookie = await cookieFor();
    for (const back of [
      ...['//evil.test', 'https://evil.test/', '/api/businesses'],
      ...['/sandbox/../pay/x', '/sandbox\\evil'],
    ]) {
      const { status, headers } = await press('/sandbox/inspector/clock/advance', cookie, {
        ...{ by: 'PT1H', back },
      });
      expect(status).toBe(303);
      expect(headers.get('location')).toMatch(/^\/sandbox\?since=\d+&until=\d+$/);
    }
  });
});

describe('the pages', () => {
  /** A day with something on every page, and a payee who writes what no page may take for its own. */
  async function busyDay() {
    const rogue = await trade.addCompany('Rogue');
    const businessId = await trade.addBusiness(rogue, HOSTILE);
    const company = {
      ...rogue,
      businessId,
      bankId: await trade.addBank(rogue, businessId, HOSTILE),
    };
    const connectionId = await trade.connect(trade.payer, company);
    const lineItems = [{ description: HOSTILE, quantity: 2, unitPrice: 625 }];
    const payables = `/api/businesses/${businessId}/payables`;
    const body = { connectionId, amount: 1250, memo: HOSTILE, invoiceNumber: 'EVIL-1', lineItems };
    const { id } = await trade.done(company, 'POST', payables, { ...body, submit: true });
    await trade.done(trade.payer, 'POST', `${trade.payablePath(trade.payer, id)}/approve`);
    const { paymentId } = await trade.initiate(id);
    await trade.advance({ businessDays: 1 });
    const mails = await trade.control('GET', '/sandbox/outbox');
    return { payableId: id, paymentId, businessId, mailId: mails.at(-1).id };
  }

  const inside = '/sandbox/inspector';
  const pathsOf = (day: Awaited<ReturnType<typeof busyDay>>) => [
    '/sandbox',
    `${inside}/businesses`,
    `${inside}/businesses/${day.businessId}`,
    `${inside}/payables`,
    `${inside}/payables?status=APPROVED`,
    `${inside}/payables/${day.payableId}`,
    `${inside}/payments`,
    `${inside}/payments?status=PROCESSING`,
    `${inside}/payments/${day.paymentId}`,
    `${inside}/withdrawals`,
    `${inside}/ledger`,
    `${inside}/ledger/ach.debits_in_transit`,
    `${inside}/ledger/biz.${day.businessId}.pending`,
    `${inside}/mail`,
    `${inside}/mail/${day.mailId}`,
    `${inside}/events`,
    `${inside}/events?type=payment.processing`,
    `${inside}/events?type=${encodeURIComponent(HOSTILE)}`,
  ];

  test('require the cookie, show no secret, allow their own script only, and escape all untrusted text', async () => {
    const day = await busyDay();
    const cookie = await cookieFor();
    const owner = await trade.ownerToken();
    for (const path of pathsOf(day)) {
      expect((await look(path, '')).status, path).toBe(401);
      const { status, text, headers } = await look(path, cookie);
      expect(status, path).toBe(200);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe|script-src[^;]*http/);
      expect(headers.get('cache-control')).toBe('no-store');
      const own = '<script src="/sandbox-assets/inspector.js" defer></script>';
      expect(text.replace(own, ''), path).not.toMatch(
        /<script|<img|undefined|\[object|NaN|Invalid Date|sbxc?_/,
      );
      for (const raw of ['\u202e', '\u0007']) expect(text.includes(raw), path).toBe(false);
      for (const secret of [trade.controlToken, owner, trade.payer.token, cookie.split('=')[1]]) {
        expect(text.includes(secret ?? ''), path).toBe(false);
      }
    }
    const { text } = await look(`${inside}/payables/${day.payableId}`, cookie);
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(text).toContain('\\u202eevil\\u0007');
    expect(text).toContain('$1,250.00');
    expect(text).toContain('2026-03-02 10:00');
  });

  test('of what does not exist are not found', async () => {
    const cookie = await cookieFor();
    for (const path of [
      ...['payables/pay_none', 'payments/pmt_none', 'businesses/biz_none', 'withdrawals/wd_none'],
      ...['bank-accounts/fs_none', 'connections/conn_none', 'invitations/inv_none'],
      ...[
        'users/usr_none',
        'events/evt_none',
        'accounting/acctint_none',
        'mail/none',
        'ledger/none',
      ],
    ]) {
      const { status, text } = await look(`${inside}/${path}`, cookie);
      expect([path, status, text]).toEqual([path, 404, expect.stringContaining('Not found')]);
    }
  });
});

describe('the buttons', () => {
  const inside = '/sandbox/inspector';

  test('advance the clock, and report the events', async () => {
    const { paymentId } = await trade.initiate(await trade.approved(1250));
    const cookie = await cookieFor();
    const went = await press(`${inside}/clock/advance`, cookie, {
      by: 'PT7H',
      back: `${inside}/payments/${paymentId}`,
    });
    expect(went.status).toBe(303);
    const { text } = await look(went.headers.get('location') ?? '', cookie);
    expect(text).toContain('1 event.');
    expect(text).toContain('was sent to the ACH network');
    expect(text).toContain('>Mon 2026-03-02 <span>17:00 EST<');
    expect(text).toContain('2026-03-02 17:00');
  });

  test('start and stop the clock', async () => {
    const cookie = await cookieFor();
    for (const mode of ['real', 'frozen']) {
      await press(`${inside}/clock/mode`, cookie, { mode });
      expect(await trade.control('GET', '/sandbox/clock')).toMatchObject({ mode });
    }
  });

  test('move a payment through its steps, and appear only for possible steps', async () => {
    const { paymentId } = await trade.initiate(await trade.approved(80));
    const cookie = await cookieFor();
    const path = `${inside}/payments/${paymentId}`;
    const offered = async () =>
      [...(await look(path, cookie)).text.matchAll(/action="[^"]*\/payments\/[^/]+\/(\w+)"/g)].map(
        ([, it]) => it,
      );
    const step = (name: string, fields = {}) =>
      press(`${path}/${name}`, cookie, { back: path, ...fields });

    expect(await offered()).toEqual(['submit', 'hold']);
    await step('hold');
    expect(await offered()).toEqual(['release', 'reject']);
    await step('release');
    await step('submit');
    expect(await offered()).toEqual(['complete', 'fail']);
    await step('complete');
    expect(await trade.balance()).toEqual([80, 0, 80]);
    expect(await offered()).toEqual(['return']);
    await step('return', { code: 'R10' });
    expect(await trade.payment(paymentId)).toMatchObject({
      status: 'RETURNED',
      failureCode: 'R10',
    });
    expect(await offered()).toEqual([]);
    const { text } = await look(path, cookie);
    const types = [...text.matchAll(/<code>(payment\.\w+)<\/code>/g)].map(([, type]) => type);
    expect(types).toEqual([
      'payment.created',
      'payment.held',
      'payment.released',
      'payment.processing',
      'payment.completed',
      'payment.returned',
    ]);
  });

  test('move a withdrawal through its steps', async () => {
    await trade.initiate(await trade.approved(80));
    await trade.advance({ businessDays: 4 });
    const { id } = (await trade.withdraw(30)).body;
    const cookie = await cookieFor();
    for (const [step, status] of [
      ['submit', 'PROCESSING'],
      ['complete', 'COMPLETED'],
    ]) {
      await press(`${inside}/withdrawals/${id}/${step}`, cookie, {});
      const { text } = await look(`${inside}/withdrawals/${id}`, cookie);
      expect(/class="lead">[^<]*<span[^>]*>(\w+)</.exec(text)?.[1]).toBe(status);
    }
    expect(await trade.balance()).toEqual([50, 0, 50]);
  });

  test('post the micro-deposits of a bank account', async () => {
    const { payee } = trade;
    const numbers = { routingNumber: '110000000', accountNumber: '000123456789' };
    const body = {
      businessId: payee.businessId,
      name: 'Main',
      accountType: 'checking',
      ...numbers,
    };
    const bank = await trade.done(payee, 'POST', '/api/bank-accounts/connect-manually', body);
    const cookie = await cookieFor();
    const path = `${inside}/businesses/${payee.businessId}`;
    expect((await look(path, cookie)).text).toMatch(/pending \$0\.0\d and \$0\.0\d/);
    await press(`${inside}/bank-accounts/${bank.id}/micro-deposits/advance`, cookie, {
      back: path,
    });
    const { text } = await look(path, cookie);
    expect(text).toMatch(/posted \$0\.0\d and \$0\.0\d/);
    expect(text).not.toContain('Post now');
    const account = await look(`${inside}/bank-accounts/${bank.id}`, cookie);
    expect(account.text).toContain('posted, as ACCTVERIFY');
  });

  test('show the error of a refused control', async () => {
    const { paymentId } = await trade.initiate(await trade.approved(80));
    const { status, text } = await press(
      `${inside}/payments/${paymentId}/complete`,
      await cookieFor(),
      {},
    );
    expect(status).toBe(409);
    expect(text).toContain('is PENDING; only PROCESSING can do this');
  });

  test('suspend a business and reinstate it', async () => {
    const cookie = await cookieFor();
    const { businessId } = trade.payer;
    for (const [step, status] of [
      ['suspend', 'suspended'],
      ['reinstate', 'verified'],
    ]) {
      await press(`${inside}/businesses/${businessId}/${step}`, cookie, {});
      const read = await trade.done(trade.payer, 'GET', `/api/businesses/${businessId}`);
      expect(read.status).toBe(status);
    }
  });
});

test('edit a fault, which keeps its count', async () => {
  const cookie = await cookieFor();
  const path = '/sandbox/inspector/faults';
  await press(path, cookie, { effect: 'status 503', method: 'GET', times: '3' });
  await trade.ask(trade.payer, 'GET', '/api/businesses');
  const [{ id }] = await trade.control('GET', '/sandbox/faults');
  const { text } = await look(path, cookie);
  expect(text).toContain(`href="${path}?edit=${id}"`);
  const form = (await look(`${path}?edit=${id}`, cookie)).text;
  const chosen = [...form.matchAll(/<option value="([^"]*)" selected>([^<]*)/g)];
  expect(chosen.map(([, value]) => value)).toEqual(['status 503', 'GET', '2']);
  const edited = await press(`${path}/${id}/edit`, cookie, {
    ...{ effect: 'delayMs 3000', method: '', times: '', back: `${path}?edit=${id}` },
  });
  expect(edited.headers.get('location')).not.toContain('edit=');
  const [fault] = await trade.control('GET', '/sandbox/faults');
  expect(fault).toMatchObject({ id, match: {}, delayMs: 3000, timesApplied: 1, timesLeft: null });
  expect(fault.status ?? null).toBeNull();
  const removed = { effect: 'status 500', method: '', times: '1' };
  expect((await press(`${path}/fault_none/edit`, cookie, removed)).status).toBe(404);
  await trade.control('POST', '/sandbox/faults', { status: 503, body: 'Down', times: 1 });
  const [, row = ''] = (await look(path, cookie)).text.split('<tbody');
  expect(row).toContain('Status 503, another response body');
  expect(row.match(/>Edit</g)).toHaveLength(1);
});

test('add a fault, show that it was triggered, and clear it', async () => {
  const cookie = await cookieFor();
  const path = '/sandbox/inspector/faults';
  const ordered = await press(path, cookie, {
    ...{ effect: 'status 503', method: 'GET', times: '' },
  });
  expect(ordered.status).toBe(303);
  expect((await trade.ask(trade.payer, 'GET', '/api/businesses')).status).toBe(503);
  const shown = await look(path, cookie);
  expect(shown.text).toContain('>Service unavailable (503), not applied</td>');
  const [fault] = await trade.control('GET', '/sandbox/faults');
  expect(fault).toMatchObject({ timesApplied: 1, timesLeft: null, match: { method: 'GET' } });
  await press(`${path}/${fault.id}/clear`, cookie, {});
  expect((await trade.ask(trade.payer, 'GET', '/api/businesses')).status).toBe(200);
  for (const effect of ['applied 502', 'drop after', 'cut 20', 'delayMs 3000']) {
    expect((await press(path, cookie, { effect, method: '', times: '3' })).status).toBe(303);
  }
  expect((await look(path, cookie)).text).toContain('Applied, but the response is an error (502)');
  await press(`${path}/clear`, cookie, {});
  expect(await trade.control('GET', '/sandbox/faults')).toEqual([]);
});
