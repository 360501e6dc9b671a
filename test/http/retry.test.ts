import { expect, test } from 'vitest';
import { UnreachableError } from '../../src/api/client/errors.ts';
import { createBudget, withRetries } from '../../src/api/client/middleware/retry.ts';
import { withTokenRefresh } from '../../src/api/client/middleware/token-refresh.ts';
import { withTrace } from '../../src/api/client/middleware/trace.ts';
import { outcomeOf } from '../../src/api/client/outcome.ts';
import { errorFromResponse } from '../../src/api/client/response/response-error.ts';
import { createTransport } from '../../src/api/client/transport/transport.ts';
import { ApiError } from '../../src/api/http/api-error.ts';
import type { HttpResponse, Transport } from '../../src/api/http/http-types.ts';
import type { Effect } from '../../src/api/operations/operation.ts';
import {
  answer,
  answering,
  failure,
  paying,
  reading,
  scripted,
  serveRaw,
  whole,
} from './stub-servers.ts';

function patience(random = 1) {
  const waits: number[] = [];
  const pause = async (ms: number) => void waits.push(ms);
  return { waits, pause, random: () => random };
}

const notSent = () => new UnreachableError('x', { sent: false });
const lost = () => new UnreachableError('x', { sent: true });
const failed = (status: number) => () => answer(status, '{}');

/** A service in trouble: how often it was asked. */
async function asked(effect: Effect, trouble: () => HttpResponse | Error, retries?: number) {
  let count = 0;
  const send: Transport = async () => {
    count++;
    const result = trouble();
    if (result instanceof Error) throw result;
    return result;
  };
  await withRetries(send, { ...patience(), retries })({ ...paying, effect }).catch(() => {});
  return count;
}

const effects: Effect[] = ['read', 'set', 'move', 'create', 'money'];

test.for<[name: string, trouble: () => HttpResponse | Error, times: number[]]>([
  ['no connection', notSent, [3, 3, 3, 3, 3]],
  ['429', failed(429), [3, 3, 3, 3, 3]],
  ['a lost answer', lost, [3, 3, 3, 1, 1]],
  ['408', failed(408), [3, 3, 3, 1, 1]],
  ['500', failed(500), [3, 3, 3, 1, 1]],
  ['503', failed(503), [3, 3, 3, 1, 1]],
  ['501', failed(501), [1, 1, 1, 1, 1]],
  ['400', failed(400), [1, 1, 1, 1, 1]],
  ['409', failed(409), [1, 1, 1, 1, 1]],
  ['a success', failed(200), [1, 1, 1, 1, 1]],
  ['a bug', () => new TypeError('x'), [1, 1, 1, 1, 1]],
  [
    'an interrupt',
    () => new UnreachableError('x', { sent: false, interrupted: true }),
    [1, 1, 1, 1, 1],
  ],
])('%s: read, set, move, create and money are sent %s', async ([, trouble, times]) => {
  for (const [i, effect] of effects.entries()) {
    expect([effect, await asked(effect, trouble)]).toEqual([effect, times[i]]);
  }
});

test('the number of retries is configurable', async () => {
  expect(await asked('read', lost, 0)).toBe(1);
  expect(await asked('read', lost, 5)).toBe(6);
  expect(await asked('money', lost, 5)).toBe(1);
});

test('a response cut in its body is retried, a payment is not', async () => {
  let count = 0;
  const cut = 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"id":';
  const fine = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
  const base = await serveRaw((socket) => {
    count++;
    answering(count % 2 === 1 ? cut : fine, (it) => it.end())(socket);
  });
  const send = withRetries(createTransport({ base }), patience());

  expect((await whole(send, reading)).text).toBe('{}');
  expect(count).toBe(2);
  expect(outcomeOf(await failure(send(paying)))).toBe('unknown');
  expect(count).toBe(3);
});

test('an error response whose body is lost is still an error response', async () => {
  const base = await serveRaw(
    answering('HTTP/1.1 422 No\r\nContent-Length: 50\r\n\r\n{"co', (it) => it.resetAndDestroy()),
  );
  const got = await whole(withRetries(createTransport({ base }), patience()), paying);
  expect([got.status, got.text]).toEqual([422, '']);
});

test('delays are random up to an exponential bound', async () => {
  const high = patience(1);
  await failure(withRetries(scripted(lost()).send, { ...high, retries: 8 })(reading));
  expect(high.waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  const low = patience(0);
  await failure(withRetries(scripted(lost()).send, { ...low, retries: 2 })(reading));
  expect(low.waits).toEqual([0, 0]);
});

test('Retry-After is honored, up to a minute', async () => {
  const { waits, ...rest } = patience();
  const headers = { 'retry-after': '60' };
  const { send, requests } = scripted({ status: 429, headers }, { status: 200 });
  expect((await withRetries(send, rest)(paying)).status).toBe(200);
  expect(waits).toEqual([60_000]);
  expect(new Set(requests.map((it) => JSON.stringify(it))).size).toBe(1);

  const long = scripted({ status: 429, headers: { 'retry-after': '61' } });
  expect((await withRetries(long.send, rest)(paying)).status).toBe(429);
  expect(long.requests).toHaveLength(1);
});

test('all requests of a process share a retry budget, which successes refill', async () => {
  const budget = createBudget();
  const { send, requests } = scripted(lost());
  const asking = withRetries(send, { ...patience(), budget });
  for (let i = 0; i < 20; i++) await failure(asking(reading));
  expect(requests).toHaveLength(20 + 10);

  const fine = withRetries(scripted({}).send, { ...patience(), budget });
  for (let i = 0; i < 5; i++) await fine(reading);
  await failure(asking(reading));
  expect(requests).toHaveLength(30 + 2);
});

test.for<[first: string, trouble: Error | { status: number }, effect: Effect, outcome: string]>([
  ['a lost answer', lost(), 'move', 'unknown'],
  ['503', { status: 503 }, 'move', 'unknown'],
  ['429', { status: 429 }, 'money', 'unknown'],
  ['no connection', notSent(), 'money', 'rejected'],
])('a 409 after %s', async ([, trouble, effect, outcome]) => {
  const { send } = scripted(trouble, { status: 409 });
  const got = await withRetries(send, patience())({ ...paying, effect });
  const failure = errorFromResponse(Object.assign({ ...got, text: '' }));
  expect(failure).toBeInstanceOf(ApiError);
  expect(outcomeOf(failure)).toBe(outcome);
});

test('after a 401 the same request is sent once more with a renewed token', async () => {
  const { send, requests } = scripted({ status: 401 }, { status: 200 });
  let renewed = 0;
  const renew = async () => `fresh_${++renewed}`;
  const signed = { ...paying, headers: { ...paying.headers, 'idempotency-key': 'k' } };
  const asking = withTokenRefresh(send, renew);

  expect((await asking(signed)).status).toBe(200);
  await asking(signed);

  const { authorization: _, ...others } = requests[1]?.headers ?? {};
  expect(others).toEqual(signed.headers);
  expect(requests.map(({ headers }) => headers['authorization'])).toEqual([
    undefined,
    'Bearer fresh_1',
    'Bearer fresh_1',
  ]);
});

test('a 401 is final without a renewed token, or if that is refused too', async () => {
  const without = scripted({ status: 401, text: 'why' });
  const got = await whole(
    withTokenRefresh(without.send, async () => undefined),
    paying,
  );
  expect([got.status, got.text, without.requests.length]).toEqual([401, 'why', 1]);

  const refusing = scripted({ status: 401 });
  expect((await withTokenRefresh(refusing.send, async () => 'fresh')(paying)).status).toBe(401);
  expect(refusing.requests).toHaveLength(2);
});

test('a 409 after a renewed token may be caused by the first attempt', async () => {
  const { send } = scripted({ status: 401 }, { status: 409 });
  expect(await withTokenRefresh(send, async () => 'fresh')(paying)).toMatchObject({
    retried: true,
  });
});

test('a payment that is refused with 401 was not made, if the token cannot be renewed', async () => {
  const { send, requests } = scripted({ status: 401 });
  const failed = new Error('The token command failed.');
  const asking = withTokenRefresh(send, () => Promise.reject(failed));
  const sendGuard = { startAttempt() {}, beforeFirstByte: async () => {}, beforeRepeat() {} };
  const error = await failure(asking({ ...paying, sendGuard }));
  expect([outcomeOf(error), (error as Error).cause, requests.length]).toEqual([
    'not-sent',
    failed,
    1,
  ]);
  expect(await failure(asking(reading))).toBe(failed);
});

test('a 401 says nothing of an attempt before it, which may have been applied', async () => {
  const failed = new Error('The token command failed.');
  const { send } = scripted({ status: 401 });
  const refused: Transport = async (request) => ({ ...(await send(request)), retried: true });
  const asking = withTokenRefresh(refused, () => Promise.reject(failed));
  const sendGuard = { startAttempt() {}, beforeFirstByte: async () => {}, beforeRepeat() {} };
  expect(outcomeOf(await failure(asking({ ...paying, sendGuard })))).toBe('unknown');
});

test('requests refused at the same time renew the token once', async () => {
  let renewed = 0;
  const send: Transport = async ({ headers }) => answer(headers['authorization'] ? 200 : 401, '{}');
  const asking = withTokenRefresh(send, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return `fresh_${++renewed}`;
  });
  await Promise.all([asking(reading), asking(reading), asking(reading)]);
  expect(renewed).toBe(1);
});

test('a trace shows requests and responses, and no secret', async () => {
  const lines: string[] = [];
  const text = '{"accountNumber":"000123456789","linkToken":"tok_of_link"}';
  const headers = { 'x-request-id': 'req_1', 'set-cookie': 'sid=abc' };
  const { send } = scripted(
    { status: 201, text, headers },
    new UnreachableError('cut', { sent: true }),
  );
  const mask = (line: string) => line.replaceAll('000123456789', '***');
  const traced = withTrace(send, (line) => lines.push(line.replace(/\d+ ms/, '0 ms')), {
    mask,
    maskAnswer: (it) => it.replaceAll('tok_of_link', '***'),
    bodies: true,
  });
  const request = {
    ...paying,
    headers: { authorization: 'Bearer tok_12345678' },
    body: '{"accountNumber":"000123456789"}',
  };

  expect((await whole(traced, request)).text).toBe(text);
  await failure(traced(reading));

  expect(lines).toEqual([
    '> POST /api/payments/initiate',
    '> authorization: ***',
    '> {"accountNumber":"***"}',
    '< 201 req_1 0 ms',
    '< x-request-id: req_1',
    '< set-cookie: ***',
    '< {"accountNumber":"***","linkToken":"***"}',
    '> GET /api/things',
    '< cut 0 ms',
  ]);
});

test('a short trace has one line per request', async () => {
  const lines: string[] = [];
  const traced = withTrace(scripted({ status: 204, text: '' }).send, (line) => lines.push(line), {
    mask: (line) => line,
    maskAnswer: (it) => it,
    bodies: false,
  });
  await traced(paying);
  expect(lines).toEqual(['> POST /api/payments/initiate', expect.stringMatching(/^< 204 \d+ ms$/)]);
});
