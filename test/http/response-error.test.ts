import { expect, test } from 'vitest';
import { UnexpectedResponseError } from '../../src/api/client/errors.ts';
import { errorFromResponse } from '../../src/api/client/response/response-error.ts';
import { ApiError } from '../../src/api/http/api-error.ts';

const refusal = (status: number, body: unknown, headers = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const failure = errorFromResponse({ status, headers, text });
  if (failure instanceof ApiError) return failure;
  throw new Error('not refused');
};

test('a problem document is read completely', () => {
  const error = refusal(422, {
    type: 'urn:problem:micro_deposits_mismatch',
    title: 'The amounts do not match',
    status: 422,
    detail: 'These are not the amounts.',
    code: 'micro_deposits_mismatch',
    error: 'micro_deposits_mismatch',
    message: 'These are not the amounts.',
    errors: [{ field: 'amount1', code: 'mismatch', message: 'is wrong', index: 3 }],
    attemptsRemaining: 2,
    requestId: 'req_9',
  });
  expect(error).toMatchObject({
    status: 422,
    code: 'micro_deposits_mismatch',
    message: 'These are not the amounts.',
    problems: [{ field: 'amount1', code: 'mismatch', message: 'is wrong', index: 3 }],
    details: { attemptsRemaining: 2 },
    requestId: 'req_9',
    retryAfterSeconds: null,
  });
});

test.for<[name: string, body: unknown, code: string, message: string]>([
  ['{error}, a code', { error: 'not_found' }, 'not_found', 'not_found'],
  ['{error}, a sentence', { error: 'No such payable' }, 'http_409', 'No such payable'],
  ['{error} and {message}', { error: 'gone', message: 'It is gone.' }, 'gone', 'It is gone.'],
  ['{message}', { message: 'It is gone.' }, 'http_409', 'It is gone.'],
  ['{message: […]}', { message: ['a', 'b'], error: 'Bad Request' }, 'http_409', 'a; b'],
  ['{error: {…}}', { error: { code: 'x_1', message: 'Why' } }, 'x_1', 'Why'],
  ['{errors: […]}', { errors: [{ code: 'a', message: 'First' }] }, 'http_409', 'First'],
  ['{errors: text}', { errors: ['First', 'Second'] }, 'http_409', 'First'],
  ['{code, message}', { code: 'Duplicate', message: 'Again' }, 'Duplicate', 'Again'],
  ['type and title', { type: 'https://x.test/errors/closed', title: 'Closed' }, 'closed', 'Closed'],
  ['about:blank', { type: 'about:blank', title: 'Conflict' }, 'http_409', 'Conflict'],
  ['error_description', { error: 'bad', error_description: 'Expired' }, 'bad', 'Expired'],
  ['text', 'upstream  timed\nout', 'http_409', 'upstream timed out'],
  ['a page', '<html><head><title>502 Bad Gateway</title>', 'http_409', '502 Bad Gateway'],
  [
    'a page without a title',
    '<style>p{}</style><p>Down for <b>a bit</b></p>',
    'http_409',
    'Down for a bit',
  ],
  ['nothing', '', 'http_409', 'The service rejected the request without a reason.'],
  ['cut JSON', '{"detail": "It', 'http_409', '{"detail": "It'],
])('%s', ([, body, code, message]) => {
  expect(refusal(409, body)).toMatchObject({ code, message });
});

test('refused fields are found in all formats', () => {
  expect(
    refusal(400, { errors: { email: ['is taken', 'is odd'], name: 'is missing' } }).problems,
  ).toEqual([
    { field: 'email', message: 'is taken' },
    { field: 'email', message: 'is odd' },
    { field: 'name', message: 'is missing' },
  ]);
  expect(
    refusal(400, {
      code: 'ValidationError',
      _embedded: { errors: [{ code: 'Required', message: 'needed', path: '/lines/0/price' }] },
    }).problems,
  ).toEqual([{ field: 'lines.0.price', code: 'Required', message: 'needed' }]);
  expect(refusal(400, { errors: [{ row: 4, path: ['a', 1], reason: 'no' }] }).problems).toEqual([
    { field: 'a.1', message: 'no', index: 3 },
  ]);
});

test('the request id comes from the header or the body', () => {
  expect(refusal(500, { requestId: 'b' }, { 'x-request-id': 'h' }).requestId).toBe('h');
  expect(refusal(500, { traceId: 't' }).requestId).toBe('t');
});

test.for([
  ['7', 7],
  ['0.2', 1],
  ['Mon, 02 Mar 2026 15:01:30 GMT', 90],
  ['Mon, 02 Mar 2026 14:00:00 GMT', 0],
  ['soon', null],
] as const)("Retry-After '%s' is %s seconds on the service's own clock", ([value, seconds]) => {
  const headers = { 'retry-after': value, date: 'Mon, 02 Mar 2026 15:00:00 GMT' };
  expect(refusal(429, '', headers).retryAfterSeconds).toBe(seconds);
});

test('a redirect is described by its origin only', () => {
  const failure = errorFromResponse({
    status: 302,
    headers: { location: 'https://login.example.com/?next=secret' },
    text: '',
  });
  expect(failure).toBeInstanceOf(UnexpectedResponseError);
  expect(failure?.message).toContain('https://login.example.com ');
  expect(failure?.message).not.toContain('secret');
});

test('a success is not an error', () => {
  for (const status of [200, 201, 202, 204]) {
    expect(errorFromResponse({ status, headers: {}, text: '' })).toBeUndefined();
  }
});

test.each(['<', '<title ', '<script ', '<script>a</style>'])(
  'a page of 1 MiB that repeats %s is read in time that grows with its length',
  (part) => {
    const text = part.repeat((1024 * 1024) / part.length);
    const startedAt = performance.now();
    expect(refusal(502, text)).toMatchObject({ status: 502, code: 'http_502' });
    expect(performance.now() - startedAt).toBeLessThan(2000);
  },
);
