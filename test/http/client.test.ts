import { expect, test } from 'vitest';
import { createClient } from '../../src/api/client/client.ts';
import {
  InvalidRequestError,
  UnexpectedResponseError,
  UnreachableError,
} from '../../src/api/client/errors.ts';
import { outcomeOf } from '../../src/api/client/outcome.ts';
import { errorFromResponse } from '../../src/api/client/response/response-error.ts';
import { createTransport } from '../../src/api/client/transport/transport.ts';
import { business } from '../../src/api/operations/business.ts';
import { connection } from '../../src/api/operations/connection.ts';
import { pay } from '../../src/api/operations/pay.ts';
import { payable } from '../../src/api/operations/payable.ts';
import { user } from '../../src/api/operations/sign-in.ts';
import { failure, scripted, serve } from './stub-servers.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const approval = { params: { businessId: 'biz_1', payableId: 'pay:1' } };

test('a call sends one request', async () => {
  const { send, requests } = scripted({ text: '{"data":[],"total":0}' });
  const client = createClient({ send, token: 'tok_12345678', headers: { 'X-Extra': '1' } });

  await client.call(payable.list, {
    params: { businessId: 'biz_1' },
    query: { status: 'PAID,DRAFT', connectionId: undefined, limit: 5 },
  });

  expect(requests).toEqual([
    {
      method: 'GET',
      path: '/api/businesses/biz_1/payables?status=PAID%2CDRAFT&limit=5',
      effect: 'read',
      headers: {
        accept: 'application/json',
        'x-extra': '1',
        authorization: 'Bearer tok_12345678',
      },
    },
  ]);
});

test('every POST has its own idempotency key, or the given one', async () => {
  const { send, requests } = scripted({ text: '{"id":"pay:1"}' });
  const client = createClient({ send });
  await client.call(payable.approve, approval);
  await client.call(payable.approve, approval);
  await client.call(payable.approve, approval, { idempotencyKey: 'mine' });
  await client.raw({ method: 'POST', path: '/api/x' });
  await client.call(user.profile, {});

  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(uuid);
  expect(keys[1]).toMatch(uuid);
  expect(keys[3]).toMatch(uuid);
  expect(new Set(keys).size).toBe(5);
  expect([keys[2], keys[4]]).toEqual(['mine', undefined]);
  expect(requests[0]?.path).toBe('/api/businesses/biz_1/payables/pay%3A1/approve');
});

test.for(['.', '..', '', '../x', 'a/b', 'a b', 'a?b', 'a%2e', 'x'.repeat(129), 'é'])(
  'the id %s sends nothing',
  async (payableId) => {
    const { send, requests } = scripted({});
    const error = await failure(
      createClient({ send }).call(payable.get, { params: { businessId: 'biz_1', payableId } }),
    );
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(outcomeOf(error)).toBe('not-sent');
    expect(requests).toEqual([]);
  },
);

test('a file is sent as a form part, byte for byte with its name', async () => {
  const { send, requests } = scripted({ text: '{}' });
  const bytes = new Uint8Array([0, 13, 10, 45, 45, 255]);
  const file = { filename: 'my "logo"\r\n.png', bytes };
  const params = { businessId: 'b' };
  await createClient({ send }).call(business.setLogo, { params, body: { file } });
  const [{ headers, body } = { headers: {}, body: '' }] = requests;
  const form = await new Response(body, { headers }).formData();
  const part = form.get('file') as File;
  expect([...form.keys()]).toEqual(['file']);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes);
  expect(decodeURIComponent(part.name)).toBe(file.filename);
});

test("an error response is thrown with the service's message", async () => {
  const { send } = scripted({ status: 409, text: '{"code":"payable_not_approved"}' });
  expect(await failure(createClient({ send }).call(payable.approve, approval))).toMatchObject({
    name: 'ApiError',
    status: 409,
    code: 'payable_not_approved',
  });
});

test('a redirect is an error, with an unknown outcome for money', async () => {
  const { send } = scripted({ status: 308, headers: { location: 'https://other.example.com/x' } });
  const body = { payableId: 'p', fundingSourceId: 'f' };
  const error = await failure(createClient({ send }).call(pay.initiate, { body }));
  expect(error).toMatchObject({ name: 'UnexpectedResponseError', status: 308 });
  expect(outcomeOf(error)).toBe('unknown');
});

test('the last response is available until the next request, its clock longer', async () => {
  const { send } = scripted(
    {
      text: '{"id":"u"}',
      headers: { date: 'Mon, 02 Mar 2026 15:00:00 GMT', 'x-request-id': 'req_1' },
    },
    new UnreachableError('gone', { sent: true }),
  );
  const answers: unknown[] = [];
  const client = createClient({ send, onAnswer: (seen) => answers.push(seen) });
  expect(client.lastResponse()).toBeUndefined();

  await client.call(user.profile, {});
  const date = new Date('2026-03-02T15:00:00Z');
  const first = { status: 200, requestId: 'req_1', replayed: false, date };
  expect(client.lastResponse()).toEqual(first);

  await failure(client.call(payable.approve, approval));
  expect(client.lastResponse()).toEqual({
    status: null,
    requestId: null,
    replayed: false,
    date,
  });
  expect(answers).toEqual([first]);
});

test('a raw request returns the response unchanged, whatever the status', async () => {
  const { send, requests } = scripted({ status: 404, text: 'no' }, { status: 302, text: '' });
  const client = createClient({ send, token: 'tok_12345678' });
  const answer = await client.raw({
    method: 'POST',
    path: '/api/x',
    body: '{}',
    headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': 'k' },
  });

  expect(answer).toEqual({ status: 404, headers: {}, text: 'no' });
  expect(errorFromResponse(answer)).toMatchObject({ name: 'ApiError', status: 404 });
  expect(errorFromResponse(await client.raw({ method: 'GET', path: '/y' }))).toBeInstanceOf(
    UnexpectedResponseError,
  );
  expect(requests.map(({ effect }) => effect)).toEqual(['money', 'read']);
  expect(requests[0]?.headers).toMatchObject({
    'content-type': 'text/plain',
    'idempotency-key': 'k',
    authorization: 'Bearer tok_12345678',
  });
});

test('a body above the limit is not read to its end', async () => {
  const base = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (response.write(Buffer.alloc(1024 * 1024, ' ')));
      response.once('drain', more);
    };
    more();
  });
  const client = createClient({ send: createTransport({ base }) });
  expect(String(await failure(client.call(user.profile, {})))).toContain('32 MiB');
});

test('text that is not UTF-8 is an error', async () => {
  const base = await serve((_, response) => response.end(Buffer.from([0x22, 0xff, 0x22])));
  const client = createClient({ send: createTransport({ base }) });
  expect(String(await failure(client.call(user.profile, {})))).toContain('UTF-8');
});

test('a download is streamed, with its metadata', async () => {
  const csv = 'id,name\r\n1,"Zoë"\r\n';
  const base = await serve((request, response) => {
    response.setHeader('content-type', 'text/csv; charset=utf-8');
    response.setHeader('content-disposition', 'attachment; filename="../../etc/c.csv"');
    if (request.url?.includes('framed'))
      response.setHeader('content-length', Buffer.byteLength(csv));
    else {
      response.useChunkedEncodingByDefault = false;
      response.setHeader('connection', 'close');
    }
    response.end(csv);
  });
  const client = createClient({ send: createTransport({ base }) });
  const open = (businessId: string) =>
    client.download(connection.exportCsv, { query: { businessId } });

  const { body, ...about } = await open('framed');
  expect(about).toEqual({
    contentType: 'text/csv; charset=utf-8',
    fileName: 'c.csv',
    length: Buffer.byteLength(csv),
    framed: true,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe(csv);

  const unframed = await open('x');
  expect([unframed.framed, unframed.length]).toEqual([false, undefined]);
  for await (const _ of unframed.body);
});

test.for(['application/json', 'text/html; charset=utf-8'])('%s is not a file', async (type) => {
  const base = await serve((_, response) => {
    response.writeHead(200, { 'content-type': type }).end('{"url":"https://files.example.com"}');
  });
  const client = createClient({ send: createTransport({ base }) });
  expect(await failure(client.download(connection.exportCsv, {}))).toBeInstanceOf(
    UnexpectedResponseError,
  );
});

test('a refused download throws the error of the service', async () => {
  const { send } = scripted({ status: 403, text: '{"code":"insufficient_permission"}' });
  expect(await failure(createClient({ send }).download(connection.exportCsv, {}))).toMatchObject({
    status: 403,
    code: 'insufficient_permission',
  });
});
