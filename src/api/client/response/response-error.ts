import { isRecord } from '../../../is-record.ts';
import { ApiError, type FieldError } from '../../http/api-error.ts';
import type { HttpResponse } from '../../http/http-types.ts';
import type { UnexpectedResponseError } from '../errors.ts';
import { firstText, type Json, memberAt } from '../json-path.ts';
import { createUnexpectedError, requestIdOf } from './read-response-body.ts';

const places = ['errors', 'error.errors', '_embedded.errors', 'invalid-params', 'violations'];

/** Returns the field errors of a body: a list of strings or objects, or an object by field. */
function fieldErrorsOf(body: Json | undefined): FieldError[] {
  const found = places.map((path) => memberAt(body, path)).find((it) => it !== undefined);
  if (Array.isArray(found)) return found.map(problemOf);
  if (!isRecord(found)) return [];
  return Object.entries(found).flatMap(([field, said]) =>
    [said].flat().map((it) => ({ ...problemOf(it), field })),
  );
}

function problemOf(it: unknown): FieldError {
  if (!isRecord(it)) return { field: null, message: String(it) };
  const code = firstText([it['code']]);
  const said = firstText([it['message'], it['detail'], it['reason'], it['title'], it['error']]);
  const index = indexIn(it);
  return {
    field: fieldIn(it) ?? null,
    message: said ?? code ?? 'is refused',
    ...(code !== undefined && { code }),
    ...(index !== undefined && { index }),
  };
}

/** Returns the field as a path: a JSON pointer or a list of parts becomes `lineItems.0.quantity`. */
function fieldIn(it: Json): string | undefined {
  const path = it['path'];
  return firstText([
    it['field'],
    it['pointer'],
    Array.isArray(path) ? path.join('.') : path,
    it['param'],
    it['name'],
    it['property'],
  ])
    ?.replace(/^#?\//, '')
    .replaceAll('/', '.');
}

/** Returns the row index from 0; `row` counts from 1. */
function indexIn({ index, row }: Json): number | undefined {
  if (typeof index === 'number') return index;
  return typeof row === 'number' ? row - 1 : undefined;
}

export interface TextResponse extends Omit<HttpResponse, 'body'> {
  readonly text: string;
}

/**
 * Returns the error that a response represents: `ApiError` from 400 up, `UnexpectedResponseError` for a redirect,
 * `undefined` for 2xx. `nameOf` converts a field name to the contract's.
 */
export function errorFromResponse(
  answer: TextResponse,
  nameOf: (field: string) => string = (field) => field,
): ApiError | UnexpectedResponseError | undefined {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 400) return refusalOf(answer, nameOf);
  const to = originIn(headers['location']);
  return createUnexpectedError(
    answer,
    `The base URL redirects${to ? ` to ${to}` : ''} (${status}); redirects are not followed.`,
  );
}

/** Creates the error for a status of 400 or more, whatever the shape of the body. */
function refusalOf(
  { status, headers, text, retried = false }: TextResponse,
  nameOf: (field: string) => string,
): ApiError {
  const body = jsonIn(text);
  const problems = fieldErrorsOf(body).map((it) => ({
    ...it,
    field: it.field === null ? null : nameOf(it.field),
  }));
  const said =
    firstText(messagesIn(body, problems[0]?.message)) ?? (body ? undefined : plain(text));
  return new ApiError(status, codeIn(body) ?? `http_${status}`, clipped(said ?? inWords(status)), {
    problems,
    details: detailsIn(body),
    requestId: requestIdOf({ headers }) ?? firstText(idsIn(body)) ?? null,
    retryAfterSeconds: secondsToWait(headers),
    retried,
  });
}

function codeIn(body: Json | undefined): string | undefined {
  const words = [body?.['code'], memberAt(body, 'error.code'), body?.['error'], body?.['type']];
  const word = words.find((it): it is string => typeof it === 'string' && /^[\w:./-]+$/.test(it));
  return word === 'about:blank' ? undefined : word?.replace(/^.*[:/](?=.)/, '');
}

/** Returns the candidates for the message, most informative first. */
function messagesIn(body: Json | undefined, firstProblem: string | undefined): unknown[] {
  const error = body?.['error'];
  const message = body?.['message'];
  return [
    body?.['detail'],
    Array.isArray(message) ? message.join('; ') : message,
    body?.['error_description'],
    typeof error === 'string' && /\s/.test(error) ? error : undefined,
    memberAt(body, 'error.message'),
    firstProblem,
    body?.['title'],
    error,
  ];
}

const idsIn = (body: Json | undefined) => [
  body?.['requestId'],
  body?.['request_id'],
  body?.['traceId'],
];

/** Fields that `ApiError` has members for. */
const placed =
  /^(type|title|status|statusCode|detail|instance|code|message|error|error_description|errors|requestId|request_id|traceId)$/;

const detailsIn = (body: Json | undefined): Json =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !placed.test(name)));

/**
 * Returns the message of HTML or plain text: its title, or its text without tags. A tag ends before the next one, and a
 * script at the latest with the text, so that no text takes more than one pass.
 */
function plain(text: string): string | undefined {
  const [, title] = /<title[^<>]*>([^<]{1,500})/i.exec(text) ?? [];
  const words = title ?? text.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)|<[^<>]*>/gi, ' ');
  return firstText([words.replace(/\s+/g, ' ').trim()]);
}

const clipped = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

const words: Readonly<Record<number, string>> = {
  401: 'The token is missing, wrong or expired.',
  403: 'Not permitted.',
  404: 'Not found.',
  429: 'Too many requests.',
};

const inWords = (status: number): string =>
  words[status] ??
  (status < 500 ? 'The service rejected the request without a reason.' : 'The service failed.');

function originIn(location: string | undefined): string | undefined {
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : undefined;
}

function jsonIn(text: string): Json | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the wait that a response asks for, in whole seconds: `Retry-After` as a number, or as a date on the service's
 * clock. `null` if it asks for none.
 */
export function secondsToWait(headers: Readonly<Record<string, string>>): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  const now = Date.parse(headers['date'] ?? '');
  const wait = Date.parse(value) - (Number.isNaN(now) ? Date.now() : now);
  return Number.isNaN(wait) ? null : Math.max(0, Math.ceil(wait / 1000));
}
