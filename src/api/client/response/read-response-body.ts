/** Reading of response bodies, with limits on size, depth and time. */

import { errorCodeOf } from '../../../error-code.ts';
import type { HttpResponse } from '../../http/http-types.ts';
import { UnexpectedResponseError } from '../errors.ts';
import { type ConnectionErrorContext, toConnectionError } from '../transport/connection-error.ts';
import type { ExchangeTimer } from '../transport/deadlines.ts';

const MIB = 1024 * 1024;
/** Far above any JSON response of this service. */
const MAX_BYTES = 32 * MIB;
const MAX_DEPTH = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the whole body. Throws errors of the connection.
 *
 * @throws {UnexpectedResponseError} Above the limit of 32 MiB.
 */
export async function readBytes(answer: HttpResponse, maxBytes = MAX_BYTES): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw createUnexpectedError(answer, `The response is larger than ${maxBytes / MIB} MiB.`);
    }
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
}

/**
 * Reads the whole body as text. Throws errors of the connection.
 *
 * @throws {UnexpectedResponseError} Above the limit, or if it is not UTF-8.
 */
export async function readBodyText(answer: HttpResponse, maxBytes = MAX_BYTES): Promise<string> {
  return textOf(await readBytes(answer, maxBytes), answer);
}

/**
 * Decodes UTF-8.
 *
 * @throws {UnexpectedResponseError} For bytes that are not UTF-8.
 */
export function textOf(
  bytes: Uint8Array,
  answer: Pick<HttpResponse, 'status' | 'headers'>,
): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw createUnexpectedError(answer, 'The response is not UTF-8 text.', { cause });
  }
}

/**
 * Returns the response with its body in memory, so that errors of the body surface here and it can be read again.
 *
 * If the body of an error response breaks off, it is empty: the status alone decides.
 */
export async function bufferResponse(answer: HttpResponse): Promise<HttpResponse> {
  const bytes = await readBytes(answer).catch((error: unknown) => {
    if (answer.status >= 400) return new Uint8Array();
    throw error;
  });
  return { ...answer, body: { [Symbol.asyncIterator]: () => once(bytes) } };
}

/**
 * Parses the JSON of a success; blank text is `undefined`.
 *
 * @throws {UnexpectedResponseError} For HTML, truncated JSON, or nesting beyond 64 levels.
 */
export function parseJsonBody(
  text: string,
  answer: Pick<HttpResponse, 'status' | 'headers'>,
): unknown {
  if (text.trim() === '') return undefined;
  const isLoaded = hasMany(text);
  if (isLoaded && isDeepText(text)) throw tooDeep(answer);
  const value = parsed(text, answer);
  if (!isLoaded && isDeep(value, MAX_DEPTH)) throw tooDeep(answer);
  return value;
}

function parsed(text: string, answer: Pick<HttpResponse, 'status' | 'headers'>): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const what = isPage(text, answer) ? 'a web page' : 'incomplete or invalid JSON';
    throw createUnexpectedError(
      answer,
      `Unexpected response (${what}): wrong base URL, or the response was corrupted.`,
      { cause },
    );
  }
}

/** Returns the service's id of the request, for its support desk. */
export const requestIdOf = ({ headers }: Pick<HttpResponse, 'headers'>): string | null =>
  headers['x-request-id'] ?? headers['request-id'] ?? headers['x-correlation-id'] ?? null;

/** Creates an `UnexpectedResponseError` with the status and request id of a response. */
export const createUnexpectedError = (
  answer: Pick<HttpResponse, 'status' | 'headers'>,
  message: string,
  more: { detail?: string; cause?: unknown } = {},
) =>
  new UnexpectedResponseError(message, {
    status: answer.status,
    requestId: requestIdOf(answer),
    ...more,
  });

const isPage = (text: string, { headers }: Pick<HttpResponse, 'headers'>): boolean =>
  /^\s*</.test(text) || /html/i.test(headers['content-type'] ?? '');

const tooDeep = (answer: Pick<HttpResponse, 'status' | 'headers'>) =>
  createUnexpectedError(answer, 'The response is nested too deeply.');

/**
 * Reports whether a text opens more than 200,000 lists and objects, so that its depth must be checked before parsing.
 */
function hasMany(text: string): boolean {
  let left = 200_000;
  for (const mark of '[{') {
    for (let at = text.indexOf(mark); at >= 0 && left > 0; at = text.indexOf(mark, at + 1)) left--;
  }
  return left === 0;
}

/** Reports whether a parsed value is nested on more than `levels` levels. */
function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Most values are text and numbers, which cost no call, and `for…in` makes no array of them.
  const members = value as Record<string, unknown>;
  for (const key in members) {
    const it = members[key];
    if (typeof it === 'object' && isDeep(it, levels - 1)) return true;
  }
  return false;
}

/** Reports whether a JSON text is nested beyond the limit, ignoring strings. */
function isDeepText(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at++) {
    const mark = text[at];
    if (mark === '"') at = endOfText(text, at);
    else if (mark === '[' || mark === '{') depth++;
    else if (mark === ']' || mark === '}') depth--;
  }
  return depth > MAX_DEPTH;
}

/** Returns the position of the closing quote of the string that starts at `from`. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/**
 * Yields the decoded bytes of a response, under the deadlines of its exchange. Throws the error of `toConnectionError`.
 */
export async function* readWithTimeouts(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  watch: ExchangeTimer,
  of: Omit<ConnectionErrorContext, 'given' | 'sent'>,
): AsyncGenerator<Uint8Array> {
  watch.reading();
  try {
    for await (const chunk of decoded(source, encoding)) {
      watch.resting();
      yield chunk;
      watch.reading();
    }
  } catch (error) {
    throw toConnectionError(error, { ...of, sent: true, given: watch.abortReason });
  } finally {
    watch.stop();
  }
}

/** Decodes the body. Identity is requested, but gzip is accepted too. */
function decoded(
  source: AsyncIterable<Uint8Array>,
  encoding = 'identity',
): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return source;
  if (name === 'gzip' || name === 'x-gzip') return unzipped(source);
  throw damaged('The response has an unsupported encoding.', name);
}

async function* unzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [{ createGunzip }, { pipeline, Readable }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  const gunzip = createGunzip();
  // An error in either stream destroys the other, and is thrown by the loop below.
  pipeline(Readable.from(source), gunzip, () => {});
  try {
    yield* gunzip;
  } catch (error) {
    const code = String(errorCodeOf(error));
    if (code.startsWith('Z_')) throw damaged('The compressed response is corrupted.', code, error);
    throw error;
  }
}

const damaged = (message: string, detail: string, cause?: unknown) =>
  new UnexpectedResponseError(message, { status: null, requestId: null, detail, cause });
