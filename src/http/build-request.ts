import type { HttpRequest } from '../contract/http/http-types.ts';
import type { Operation } from '../contract/operation.ts';
import { findMismatch } from '../contract/schema/matches-schema.ts';
import type { DialectMapper } from './dialect/dialect-mapper.ts';
import { InvalidRequestError } from './errors.ts';
import { multipartOf } from './multipart.ts';

/** `Input<Op>` with its parts forgotten, for code that treats every operation alike. */
export interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface RequestOptions {
  /** One for each intent; a new one where undefined. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Asked for before its turn, until this is aborted. */
  readonly prefetchSignal?: AbortSignal | undefined;
}

/** An operation and its input as a request, spelled as `dialectMapper` has it, without a token. Throws `InvalidRequestError` for an id that cannot stand in a path. */
export function toRequest(
  op: Operation,
  { params, query, body }: LooseInput,
  { idempotencyKey, headers = {}, prefetchSignal }: RequestOptions = {},
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
    ...(prefetchSignal !== undefined && { prefetchSignal: prefetchSignal }),
  };
}

/** A body as it goes over the wire; undefined where there is none. */
function contentOf({ consumes }: Operation, body: unknown) {
  if (body === undefined) return undefined;
  if (consumes === undefined) return { type: 'application/json', body: JSON.stringify(body) };
  const { contentType, bytes } = multipartOf(body);
  return { type: contentType, body: bytes };
}

/** Header names are the same in any case: here they have one. */
export const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** `encodeURIComponent` leaves `..` as it is, and a server would climb out of the path with it: ids are checked first. */
function pathOf(
  { path, params }: Operation,
  given: ReadonlyMap<string, unknown>,
  template: string = path,
): string {
  const schemas = params?._zod.def.shape ?? {};
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = schemas[name];
    const value = given.get(name);
    if (schema && typeof value === 'string' && !findMismatch(schema, value, { spelling: true })) {
      return encodeURIComponent(value);
    }
    throw new InvalidRequestError(
      `'${String(value ?? '').slice(0, 60)}' is not a valid ${name}: nothing was sent.`,
    );
  });
}

function searchOf(given: ReadonlyMap<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of given) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  return search.size > 0 ? `?${search}` : '';
}

const entriesOf = (part: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof part === 'object' && part !== null ? Object.entries(part) : []);
