import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from '../open-sandbox.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n');

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
type Any = any;

async function upload(who: Person, path: string, bytes: Uint8Array, name = 'file.png') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const { status, body } = await sent(who, path, form);
  return { status, body };
}

async function sent(who: Person, path: string, form: FormData) {
  const headers = { authorization: `Bearer ${who.token}` };
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: form });
  const response = await trade.fetch(request);
  await trade.checkLedger();
  return { status: response.status, body: (await response.json()) as Any };
}

const logo = () => `/api/businesses/${trade.payee.businessId}/logo`;

test('the type of a logo is detected from its content, and the logo is public', async () => {
  const { status, body } = await upload(trade.payee, logo(), png, '../../etc/passwd');
  expect(status).toBe(200);
  expect(body).toMatchObject({ contentType: 'image/png', size: png.byteLength });
  const shown = await trade.fetch(
    new Request(body.logoUrl.replace(/^.*?\/api/, 'http://localhost/api')),
  );
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
  expect(shown.headers.get('content-type')).toBe('image/png');
  const business = await trade.done(
    trade.payee,
    'GET',
    `/api/businesses/${trade.payee.businessId}`,
  );
  expect(business.logoUrl).toBe(body.logoUrl);
});

test.for([
  ['text', 'hello', 422, 'unsupported_file_type'],
  [
    'a drawing that may hold a script',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    422,
    'unsupported_file_type',
  ],
  ['a PDF', pdf, 422, 'unsupported_file_type'],
  ['nothing', '', 422, 'unsupported_file_type'],
  ['six megabytes', Buffer.concat([png, Buffer.alloc(6 << 20)]), 413, 'file_too_large'],
  ['twelve megabytes', Buffer.concat([png, Buffer.alloc(12 << 20)]), 413, 'file_too_large'],
] as const)('a logo cannot be %s', async ([, bytes, status, code]) => {
  const refused = await upload(trade.payee, logo(), Buffer.from(bytes));
  expect([refused.status, refused.body.code]).toEqual([status, code]);
});

test('an upload without the part named file is refused', async () => {
  const form = new FormData();
  form.append('logo', new Blob([new Uint8Array(png)]), 'a.png');
  const { status, body } = await sent(trade.payee, logo(), form);
  expect([status, body.code]).toEqual([400, 'file_required']);
  expect(await trade.refused(trade.payee, 'POST', logo(), {})).toBe('400 file_required');
});

test('removing a logo is idempotent', async () => {
  const { body } = await upload(trade.payee, logo(), png);
  for (let times = 0; times < 2; times++) {
    expect(await trade.done(trade.payee, 'DELETE', logo())).toEqual({ logoUrl: null });
  }
  const path = body.logoUrl.replace(/^.*?\/api/, '/api');
  expect((await trade.send('GET', path)).status).toBe(404);
});

test('an attachment is downloaded unchanged by both sides, once the payable is sent', async () => {
  const { payee, payer, connectionId } = trade;
  const { body: file } = await upload(payee, '/api/files', pdf, 'Invoice 7.pdf');
  expect(file).toMatchObject({ filename: 'Invoice 7.pdf', contentType: 'application/pdf' });
  const payables = `/api/businesses/${payee.businessId}/payables`;
  const draft = { connectionId, amount: 10, attachments: [file.fileReference] };
  const { id } = await trade.done(payee, 'POST', payables, draft);
  const read = (who: Person) => trade.send('GET', `/api/files/${file.id}`, { token: who.token });
  expect((await read(payer)).status).toBe(403);
  const sentOff = await trade.done(payee, 'PUT', `${payables}/${id}`, { submit: true });
  expect(sentOff.attachments).toEqual([file.id]);
  const headers = { authorization: `Bearer ${payer.token}` };
  const answer = await trade.fetch(
    new Request(`http://localhost/api/files/${file.id}`, { headers }),
  );
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
  const other = await trade.addCompany('Prairie Foods LLC');
  expect((await read(other)).status).toBe(403);
});

test('an unknown file, or one of another account, cannot be attached', async () => {
  const { payee, payer, connectionId } = trade;
  const { body: theirs } = await upload(payer, '/api/files', pdf);
  const payables = `/api/businesses/${payee.businessId}/payables`;
  for (const reference of ['file_nowhere', theirs.id]) {
    const body = { connectionId, amount: 10, attachments: [reference] };
    expect(await trade.refused(payee, 'POST', payables, body)).toBe('422 unknown_attachment');
  }
});

test('a viewer cannot upload', async () => {
  const token = await trade.token('viewer');
  const refused = await upload({ ...trade.payee, token }, '/api/files', pdf);
  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_permission']);
});
