import { expect, test } from 'vitest';
import {
  InvalidBaseUrlError,
  InvalidRequestError,
  UnexpectedResponseError,
  UnreachableError,
} from '../../src/api/client/errors.ts';
import { outcomeOf } from '../../src/api/client/outcome.ts';
import { ApiError } from '../../src/api/http/api-error.ts';

const refused = (status: number, code = 'x') => new ApiError(status, code, 'no');
const retried = (status: number) => new ApiError(status, 'x', 'no', { retried: true });
const unexpected = (status: number) =>
  new UnexpectedResponseError('odd', { status, requestId: null });

test.for<[name: string, error: unknown, outcome: string]>([
  ['no error', undefined, 'applied'],
  ['input that cannot be sent', new InvalidRequestError('x'), 'not-sent'],
  ['no address', new InvalidBaseUrlError('x'), 'not-sent'],
  ['no connection', new UnreachableError('x', { sent: false }), 'not-sent'],
  ['an answer that was lost', new UnreachableError('x', { sent: true }), 'unknown'],
  ['a success that cannot be read', unexpected(200), 'unknown'],
  ['a redirect', unexpected(307), 'unknown'],
  ...[400, 401, 403, 404, 409, 410, 413, 415, 422, 451].map((status): [string, unknown, string] => [
    `${status}`,
    refused(status),
    'rejected',
  ]),
  ['408', refused(408), 'unknown'],
  ['429', refused(429), 'throttled'],
  ...[500, 502, 503, 504, 599].map((status): [string, unknown, string] => [
    `${status}`,
    refused(status),
    'unknown',
  ]),
  ['501', refused(501), 'unknown'],
  ['501 not_implemented', refused(501, 'not_implemented'), 'rejected'],
  ['409 to a request sent before', retried(409), 'unknown'],
  ['422 to a request sent before', retried(422), 'rejected'],
  ['a bug', new TypeError('x'), 'unknown'],
  ['what is no error', 'boom', 'unknown'],
])('%s', ([, error, outcome]) => {
  expect(outcomeOf(error)).toBe(outcome);
});
