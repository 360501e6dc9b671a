import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { remit } from '../helpers/built-program.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

let service: Answering | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const problem = (code: string) => ({ title: code, detail: `Because of ${code}.`, code });
const html = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html><title>Sign in</title></html>');
};
const cut = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('[{"id":"biz_1"');
};
const redirect = (response: ServerResponse) => {
  response.writeHead(302, { location: 'https://elsewhere.example/' });
  response.end();
};

type Case = [
  what: string,
  answer: (response: ServerResponse) => void,
  code: number,
  name: string,
  next: RegExp,
];

const cases: Case[] = [
  ['401', (it) => reply(it, 401, problem('token_expired')), 4, 'token_expired', /remit auth login/],
  [
    '403',
    (it) => reply(it, 403, problem('insufficient_permission')),
    5,
    'insufficient_permission',
    /remit whoami/,
  ],
  ['404', (it) => reply(it, 404, problem('not_found')), 6, 'not_found', /remit business list/],
  [
    '409',
    (it) => reply(it, 409, problem('payment_in_progress')),
    7,
    'payment_in_progress',
    /payment_in_progress/,
  ],
  ['422', (it) => reply(it, 422, problem('invalid_amount')), 7, 'invalid_amount', /invalid_amount/],
  ['429', (it) => reply(it, 429, problem('rate_limited')), 8, 'rate_limited', /wait/],
  ['500', (it) => reply(it, 500, problem('internal')), 9, 'internal', /run it again/],
  ['a web page', html, 12, 'unexpected_answer', /remit auth status/],
  ['cut JSON', cut, 12, 'unexpected_answer', /remit auth status/],
  ['a redirect', redirect, 12, 'unexpected_answer', /elsewhere\.example/],
];

describe('a read with the response', () => {
  test.for(cases)('%s', async ([, answer, code, name, next]) => {
    service = await answering((_, response) => answer(response));
    const env = { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' };
    const line = ['business', 'get', 'biz_1', '--retries', '0'];

    const plain = await remit(line, { env });
    expect([plain.code, plain.out]).toEqual([code, '']);
    expect(plain.err).toMatch(next);

    const asJson = await remit([...line, '--json'], { env });
    expect([asJson.code, asJson.out]).toEqual([code, '']);
    expect(asJson.err.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(asJson.err).error).toEqual({
      exitCode: code,
      code: name,
      message: expect.any(String),
      status: expect.any(Number),
      requestId: expect.toSatisfy((it: unknown) => it === null || it === 'req_test'),
      intentId: null,
      outcome: expect.toSatisfy((it: unknown) => it === null || it === 'rejected'),
      retryable: [8, 9, 12].includes(code),
      fields: [],
      next: expect.any(Array),
    });
    expect(plain.err + asJson.err).not.toContain('token-of-the-test');
  });
});

test.for<[what: string, env: Record<string, string>, line: string[], code: number, says: RegExp]>([
  [
    'nobody listens',
    { REMIT_BASE_URL: 'http://127.0.0.1:9', REMIT_TOKEN: 'token-of-the-test' },
    ['business', 'list', '--retries', '0'],
    9,
    /could not be reached/,
  ],
  ['there is no address', {}, ['business', 'list'], 3, /remit sandbox start/],
  [
    'there is no token',
    { REMIT_BASE_URL: 'http://127.0.0.1:9' },
    ['business', 'list'],
    4,
    /remit auth login/,
  ],
  [
    'the address is plain http elsewhere',
    { REMIT_BASE_URL: 'http://example.com', REMIT_TOKEN: 'token-of-the-test' },
    ['business', 'list'],
    3,
    /https:/,
  ],
  [
    'the token holds a line break',
    { REMIT_BASE_URL: 'http://127.0.0.1:9', REMIT_TOKEN: 'secret\nvalue' },
    ['business', 'list'],
    3,
    /token/,
  ],
  ['a profile is not there', { REMIT_PROFILE: 'none' }, ['business', 'list'], 3, /none/],
  ['a command is mistyped', {}, ['payabel', 'list'], 2, /remit payable/],
  ['a flag is mistyped', {}, ['payable', 'list', '--stauts', 'PAID'], 2, /--status/],
  [
    'two values are wrong',
    {},
    ['payable', 'list', '--limit', 'many', '--status', 'GONE'],
    2,
    /--limit[\s\S]*--status|--status[\s\S]*--limit/,
  ],
  [
    'one key is given for several requests',
    {},
    ['payable', 'approve', 'pay_1', 'pay_2', '--idempotency-key', 'k'],
    2,
    /single request/,
  ],
  ['two formats differ', {}, ['payable', 'list', '--csv', '--json'], 2, /format/],
  [
    'an id climbs out',
    { REMIT_BASE_URL: 'http://127.0.0.1:9', REMIT_TOKEN: 'token-of-the-test' },
    ['business', 'get', '..'],
    2,
    /must be an id/,
  ],
])('when %s', async ([, env, line, code, says]) => {
  const { code: ended, out, err } = await remit(line, { env: { ...env, HOME: '/nonexistent' } });
  expect([ended, out]).toEqual([code, '']);
  expect(err).toMatch(says);
  expect(err).not.toContain('secret');
});
