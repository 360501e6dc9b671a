import { Refused } from '../../contract/http/api-error.ts';
import type { Answer } from '../../contract/http/http-types.ts';
import type { Unexpected } from '../errors.ts';
import { firstText, isJson, type Json, memberAt } from '../json-path.ts';
import { markResent, wasResent } from '../middleware/retry-marker.ts';
import { problemsIn } from './field-errors.ts';
import { requestIdOf, unexpected } from './read-response-body.ts';
import { secondsToWait } from './retry-after.ts';

/** An answer whose body was read. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Answer['headers'];
  readonly text: string;
}

/**
 * What an answer that is no success means: `Refused` from 400 up, `Unexpected` for a redirect; `undefined` for 2xx.
 * `nameOf` gives the contract's name of a field that was refused.
 */
export function failureIn(
  answer: ReadAnswer,
  nameOf: (field: string) => string = (field) => field,
): Refused | Unexpected | undefined {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 400) return inherit(answer, refusalOf(answer, nameOf));
  const to = originIn(headers['location']);
  return unexpected(
    answer,
    `The address redirects${to ? ` to ${to}` : ''} (${status}); redirects are not followed.`,
  );
}

/** A refusal of a request that had been sent before is told apart from a first one. */
const inherit = (answer: ReadAnswer, failure: Refused): Refused =>
  wasResent(answer) ? markResent(failure) : failure;

/** An answer of 400 or more, whatever the shape of its body. */
function refusalOf(
  { status, headers, text }: ReadAnswer,
  nameOf: (field: string) => string,
): Refused {
  const body = jsonIn(text);
  const problems = problemsIn(body).map((it) => ({
    ...it,
    field: it.field === null ? null : nameOf(it.field),
  }));
  const said =
    firstText(messagesIn(body, problems[0]?.message)) ?? (body ? undefined : plain(text));
  return new Refused(status, codeIn(body) ?? `http_${status}`, clipped(said ?? inWords(status)), {
    problems,
    details: detailsIn(body),
    requestId: requestIdOf({ headers }) ?? firstText(idsIn(body)) ?? null,
    retryAfterSeconds: secondsToWait(headers),
  });
}

function codeIn(body: Json | undefined): string | undefined {
  const words = [body?.['code'], memberAt(body, 'error.code'), body?.['error'], body?.['type']];
  const word = words.find((it): it is string => typeof it === 'string' && /^[\w:./-]+$/.test(it));
  return word === 'about:blank' ? undefined : word?.replace(/^.*[:/](?=.)/, '');
}

/** Where services put their words, in the order of how much they say. */
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

/** What has a place of its own in `Refused`. */
const placed =
  /^(type|title|status|statusCode|detail|instance|code|message|error|error_description|errors|requestId|request_id|traceId)$/;

const detailsIn = (body: Json | undefined): Json =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !placed.test(name)));

/** A page or plain text instead of JSON: its title, or the beginning of what it says. */
function plain(text: string): string | undefined {
  const [, title] = /<title[^>]*>([^<]{1,500})/i.exec(text) ?? [];
  const words = title ?? text.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ');
  return firstText([words.replace(/\s+/g, ' ').trim()]);
}

const clipped = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

const words: Readonly<Record<number, string>> = {
  401: 'The token is missing, wrong or expired.',
  403: 'This is not permitted.',
  404: 'There is no such thing here.',
  429: 'Too many requests.',
};

const inWords = (status: number): string =>
  words[status] ??
  (status < 500 ? 'The service refused and gave no reason.' : 'The service failed.');

function originIn(location: string | undefined): string | undefined {
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : undefined;
}

function jsonIn(text: string): Json | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isJson(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
