import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRequestLog } from '../../../src/sandbox/context/request-log.ts';
import { visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';

const requests = '/sandbox/inspector/requests';

let trade: Trade;
let inspector: InspectorVisitor;
beforeEach(async () => {
  trade = await openTrade();
  inspector = await openInspector(trade);
});
afterEach(() => trade.close());

/** The pages of the requests of a list, newest first. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/class="name"[^>]*><a href="([^"]+)"/g)].map(([, path = '']) => path);

/** The page of the newest request. */
async function newest(): Promise<string> {
  const [path = ''] = pathsIn((await inspector.look(requests)).text);
  return (await inspector.look(path)).text;
}

test('a request is shown as it was sent, with its outcome and links to the records that it names', async () => {
  const path = `/api/businesses/${trade.payee.businessId}/payables`;
  const body = { connectionId: trade.connectionId, amount: 1250.5, memo: '<b>"Linen"</b>' };
  await trade.done(trade.payee, 'POST', path, body);
  const { text } = await inspector.look(requests);
  expect(visibleTextOf({ text })).toMatch(
    new RegExp(`POST ${path} 201 \\d+ ms payable\\.create \\d{4}-`),
  );
  const page = await newest();
  expect(visibleTextOf({ text: page })).toContain(
    `{ "connectionId": "${trade.connectionId}", "amount": 1250.5, "memo": "<b>\\"Linen\\"</b>" }`,
  );
  for (const [id, folder] of [
    [trade.payee.businessId, 'businesses'],
    [trade.connectionId, 'connections'],
  ])
    expect(page).toContain(`href="/sandbox/inspector/${folder}/${id}"`);
});

test('the time of a request is in the zone of the clock, and the field says that it is real', async () => {
  await trade.advance({ businessDays: 1 });
  await trade.ask(trade.payee, 'GET', '/api/businesses');
  // The test starts at 15:00 UTC by a clock that stands still.
  expect(visibleTextOf({ text: await newest() })).toMatch(
    /Real time 2026-03-02 10:00:\d\d\.\d{3} Took/,
  );
});

test('no secret of a body, a path or a query is shown', async () => {
  const { payee, ask, send, tryControl } = trade;
  const secrets = ['correct horse', '000123456789', '021000021', 'seCretInvite-1', 'seCretQuery-1'];
  await send('POST', '/api/auth/login', {
    body: { email: payee.email, password: 'correct horse' },
  });
  await ask(payee, 'POST', '/api/bank-accounts/connect-manually', {
    ...{ businessId: payee.businessId, name: 'Main', accountType: 'checking' },
    ...{ routingNumber: '021000021', accountNumber: '000123456789' },
  });
  await ask(payee, 'POST', `/api/businesses/${payee.businessId}/invitations/accept`, {
    token: 'seCretInvite-1',
  });
  await ask(payee, 'GET', '/api/bank-accounts?accountNumber=seCretQuery-1');
  await ask(payee, 'GET', '/api/public/invitations/seCretInvite-1');
  await tryControl('GET', '/sandbox/status');
  const list = (await inspector.look(requests)).text;
  const pages = await Promise.all(pathsIn(list).map(async (it) => (await inspector.look(it)).text));
  const shown = [list, ...pages].join('\n');
  for (const secret of [...secrets, payee.token]) expect(shown).not.toContain(secret);
  expect(shown).toContain('&#34;password&#34;: &#34;••••&#34;');
  expect(shown).toContain('accountNumber=••••');
  expect(shown).not.toContain('GET /sandbox/status');
});

test('a response is shown without the secrets that it gives', async () => {
  const token = await trade.ask(trade.payee, 'GET', '/api/bank-accounts/linkprovider-link-token');
  const page = visibleTextOf({ text: await newest() });
  expect(page).toMatch(/Response body \{ .*"url": "http.*token=••••/);
  const { url } = token.body as { url: string };
  expect(page).not.toContain(new URL(url).searchParams.get('token') ?? '');
  await trade.ask(trade.payee, 'GET', '/api/businesses/biz_none');
  expect(visibleTextOf({ text: await newest() })).toMatch(/Response body \{ .*"status": 404/);
});

test('requests are filtered by method, outcome and path, and a fault is named', async () => {
  const { payee, ask, control } = trade;
  await ask(payee, 'GET', '/api/nowhere');
  await control('POST', '/sandbox/faults', { status: 503, times: 1 });
  await ask(payee, 'GET', '/api/businesses');
  for (const [query, paths] of [
    ['outcome=refused', ['GET /api/nowhere']],
    ['outcome=failed', ['GET /api/businesses']],
    ['outcome=fault+applied', ['GET /api/businesses']],
    ['method=GET&path=where', ['GET /api/nowhere']],
    ['method=DELETE', []],
  ] as const) {
    const { text } = await inspector.look(`${requests}?${query}`);
    const shown = [...text.matchAll(/class="name"[^>]*><a [^>]*><code>([^<]+)/g)];
    expect([query, shown.map(([, it]) => it)]).toEqual([query, paths]);
  }
  expect(visibleTextOf({ text: await newest() })).toContain('503 fault applied');
});

test('a refused, an unknown and a broken request are told apart', async () => {
  const { payee, ask, send } = trade;
  await ask(payee, 'GET', '/api/nowhere');
  expect(visibleTextOf({ text: await newest() })).toMatch(/GET \/api\/nowhere 404 req_\w+/);
  await send('POST', '/api/payments/initiate', { token: payee.token, body: 'no JSON' });
  expect(visibleTextOf({ text: await newest() })).toContain('7 bytes that are not JSON.');
  await send('POST', '/api/payments/initiate', {
    ...{ token: payee.token, headers: { 'content-type': 'text/plain' } },
    body: { note: 'x'.repeat(20_000) },
  });
  expect(visibleTextOf({ text: await newest() })).toContain('The body is longer than 16 KB.');
  await trade.control('POST', '/sandbox/faults', { drop: 'after', times: 1 });
  await expect(ask(payee, 'GET', '/api/businesses')).rejects.toThrow();
  expect(visibleTextOf({ text: await newest() })).toContain('GET /api/businesses dropped');
});

test('an id of a request leads to its page, and an unknown one is not found', async () => {
  const { headers } = await trade.ask(trade.payee, 'GET', '/api/businesses');
  const id = headers.get('x-request-id') ?? '';
  const found = await inspector.look(`/sandbox/inspector/search?q=${id}`);
  expect([found.status, found.headers.get('location')]).toEqual([303, `${requests}/${id}`]);
  expect((await inspector.look(`${requests}/req_none`)).status).toBe(404);
  expect((await trade.send('GET', requests)).status).toBe(401);
  expect((await trade.send('GET', `${requests}/${id}`)).status).toBe(401);
});

test('each request is on one page', async () => {
  for (let sent = 0; sent < 25; sent++) await trade.send('GET', `/api/nowhere/${sent}`);
  const seen: string[] = [];
  let path: string | undefined = requests;
  while (path !== undefined) {
    const { text } = await inspector.look(path);
    seen.push(...[...text.matchAll(/GET \/api\/nowhere\/(\d+)</g)].map(([, it = '']) => it));
    path = /href="([^"]+)">Older/.exec(text)?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => String(24 - at)));
});

test('the last 1,000 are kept', () => {
  const log = createRequestLog(() => new Date());
  const parts = { header: () => undefined, bytes: () => new Uint8Array() };
  for (let at = 0; at < 1005; at++) log.add({ ...parts, path: `/${at}` } as never);
  const kept = log.list('<', 2000, 2000).map(({ path }) => path);
  expect(kept).toEqual(Array.from({ length: 1000 }, (_, at) => `/${1004 - at}`));
});
