import { type HttpRequest, isFilePart, type SendGuard } from '../http/http-types.ts';
import type { Operation } from '../operations/operation.ts';
import { findMismatch } from '../schema/find-mismatch.ts';
import type { DialectMapper } from './dialect/dialect-mapper.ts';
import { InvalidRequestError } from './errors.ts';

/** The untyped input of an operation, for code that treats all operations alike. */
export interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface RequestOptions {
  /** One per intent; a random one if `undefined`. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Marks a prefetch, which this signal aborts. */
  readonly prefetchSignal?: AbortSignal | undefined;
  /** Whether it is one of many reads, which share connections. */
  readonly sharesConnection?: boolean;
  /** The guard of a journaled request. */
  readonly sendGuard?: SendGuard | undefined;
}

/**
 * Builds the request of an operation, with the field names of `dialectMapper`, without a token.
 *
 * @throws {InvalidRequestError} For an id that is invalid in a path.
 */
export function toRequest(
  op: Operation,
  { params, query, body }: LooseInput,
  {
    idempotencyKey,
    headers = {},
    prefetchSignal,
    sharesConnection,
    sendGuard,
  }: RequestOptions = {},
  dialectMapper?: DialectMapper,
): HttpRequest {
  const content = contentOf(op, dialectMapper ? dialectMapper.encode(op, 'body', body) : body);
  const search = dialectMapper ? dialectMapper.encode(op, 'query', query) : query;
  return {
    method: op.method,
    effect: op.effect,
    path: `${pathOf(op, entriesOf(params), dialectMapper?.pathOf(op))}${searchOf(entriesOf(search))}`,
    headers: {
      accept: op.produces ?? 'application/json',
      ...inLowerCase(headers),
      ...(content && { 'content-type': content.type }),
      ...(op.method === 'POST' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    },
    ...(content && { body: content.body }),
    ...(op.produces !== undefined && { streams: true }),
    ...(prefetchSignal !== undefined && { prefetchSignal }),
    ...(sharesConnection && { sharesConnection }),
    ...(sendGuard && { sendGuard }),
  };
}

/** Returns the content type and bytes of a body; `undefined` for no body. */
function contentOf({ consumes }: Operation, body: unknown) {
  if (body === undefined) return undefined;
  if (consumes === undefined) return { type: 'application/json', body: JSON.stringify(body) };
  const { contentType, bytes } = multipartOf(body);
  return { type: contentType, body: bytes };
}

export const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Fills in the path template. Ids are validated first. */
function pathOf(
  { path, params }: Operation,
  values: ReadonlyMap<string, unknown>,
  template: string = path,
): string {
  const schemas = params?.()._zod.def.shape ?? {};
  // `encodeURIComponent` keeps `..`, with which an id could climb out of the path.
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = schemas[name];
    const value = values.get(name);
    if (schema && typeof value === 'string' && !findMismatch(schema, value, { spelling: true })) {
      return encodeURIComponent(value);
    }
    throw new InvalidRequestError(
      `'${String(value ?? '').slice(0, 60)}' is not a valid ${name}: nothing was sent.`,
    );
  });
}

function searchOf(values: ReadonlyMap<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of values) {
    for (const item of [value].flat()) if (item !== undefined) search.append(name, String(item));
  }
  return search.size > 0 ? `?${search}` : '';
}

const entriesOf = (part: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof part === 'object' && part !== null ? Object.entries(part) : []);

interface Form {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Encodes the fields of a body as a multipart form (RFC 7578): a file with its name, everything else as text.
 *
 * @throws {InvalidRequestError} For an object that is not a file.
 */
function multipartOf(body: unknown): Form {
  const boundary = `remit-${crypto.randomUUID()}`;
  const parts = Object.entries(typeof body === 'object' && body !== null ? body : {}).map(
    ([name, value]) => [`--${boundary}\r\n`, ...partOf(name, value), '\r\n'],
  );
  const chunks = [...parts.flat(), `--${boundary}--\r\n`];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat(
      chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)),
    ),
  };
}

function partOf(name: string, value: unknown): (string | Uint8Array)[] {
  if (isFilePart(value)) {
    return [
      `${disposition(name)}; filename="${quoted(value.filename)}"\r\n`,
      'content-type: application/octet-stream\r\n\r\n',
      value.bytes,
    ];
  }
  if (typeof value === 'object')
    throw new InvalidRequestError(`The form field ${name} must be text.`);
  return [`${disposition(name)}\r\n\r\n`, String(value)];
}

const disposition = (name: string) => `content-disposition: form-data; name="${quoted(name)}"`;

/** Escapes a name as browsers do: characters that would end it become percent codes. */
const quoted = (text: string) =>
  text.replace(
    /["\r\n]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
