/** The HTTP client of the service's operations. */

import type { HttpRequest, HttpResponse, Transport } from '../http/http-types.ts';
import type {
  Effect,
  Method,
  Operation,
  OperationInput,
  OperationOutput,
} from '../operations/operation.ts';
import { inLowerCase, type LooseInput, type RequestOptions, toRequest } from './build-request.ts';
import type { DialectMapper } from './dialect/dialect-mapper.ts';
import type { Download } from './download.ts';
import type { UnwrappedResponse } from './response/envelope.ts';
import { assertAskedRecord, readResponse } from './response/parse-response.ts';
import { readBodyText, readBytes, requestIdOf, textOf } from './response/read-response-body.ts';
import type { TextResponse } from './response/response-error.ts';

export type { Download } from './download.ts';

/** The transport and settings of a client. */
export interface ClientParts {
  readonly send: Transport;
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly token?: string | undefined;
  /** Called with the metadata of each response. */
  readonly onAnswer?: ((meta: ResponseMeta) => void) | undefined;
  /** The field mapping of the service; the contract's own names if `undefined`. */
  readonly dialectMapper?: DialectMapper | undefined;
}

export interface ResponseMeta {
  /** `null` if the last request got no response. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** True if the service says that it repeats its answer to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** The service's clock, from the last `Date` header received. */
  readonly date: Date | undefined;
}

/** A request outside the contract's operations, for `remit api`. */
export interface RawHttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: HttpRequest['body'] | undefined;
  /** Treated as `money` if unknown, except for GET. */
  readonly effect?: Effect | undefined;
  readonly prepared?: object | undefined;
  readonly sendGuard?: HttpRequest['sendGuard'];
  /** The operation of the contract that it is, and the ids in its path: its record is compared with them. */
  readonly known?: { readonly operation: Operation; readonly params: unknown } | undefined;
}

/**
 * The client of a service. Every method that sends a request throws:
 *
 * @throws {ApiError} For a status of 400 and above (`raw` returns it instead).
 * @throws {UnexpectedResponseError} For a response of another shape, or a redirect.
 * @throws {OtherRecordError} For another record than the one that was asked for.
 * @throws {UnreachableError} If no complete response arrived.
 * @throws {InvalidRequestError} If the request is invalid; nothing was sent.
 */
export interface Client {
  readonly call: <Op extends Operation>(
    op: Op,
    input: OperationInput<Op>,
    options?: RequestOptions,
  ) => Promise<OperationOutput<Op>>;
  /**
   * Sends like `call`, but parses the response only when the returned function is called, which throws the errors of
   * parsing.
   */
  readonly ask: (
    op: Operation,
    input: LooseInput,
    options?: RequestOptions,
  ) => Promise<() => UnwrappedResponse>;
  /** Sends a request that was built before from the ids `params`, and returns the operation's response. */
  readonly perform: (op: Operation, request: HttpRequest, params: unknown) => Promise<unknown>;
  readonly download: (op: Operation, input: LooseInput) => Promise<Download>;
  /** Builds the request that `call` would send. */
  readonly request: (op: Operation, input: LooseInput, options?: RequestOptions) => HttpRequest;
  /**
   * Sends any request unchanged. Returns the response whatever its status; `errorFromResponse` converts it to an error.
   */
  readonly raw: (request: RawHttpRequest) => Promise<TextResponse>;
  /** Returns the metadata of the last response; `undefined` before the first request. */
  readonly lastResponse: () => ResponseMeta | undefined;
}

/** Creates a client over the transport `send`. The token is passed to `send` only. */
export function createClient({
  send,
  headers = {},
  token,
  onAnswer,
  dialectMapper,
}: ClientParts): Client {
  let lastMeta: ResponseMeta | undefined;
  const always = {
    ...inLowerCase(headers),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const exchange = async (request: HttpRequest): Promise<HttpResponse> => {
    lastMeta = { status: null, requestId: null, replayed: false, date: lastMeta?.date };
    const answer = await send({ ...request, headers: { ...request.headers, ...always } });
    lastMeta = {
      status: answer.status,
      requestId: requestIdOf(answer),
      replayed: isReplayed(answer),
      date: dateOf(answer) ?? lastMeta.date,
    };
    onAnswer?.(lastMeta);
    return answer;
  };
  const request: Client['request'] = (op, input, options) =>
    toRequest(op, input, options, dialectMapper);
  const nameOf = (op: Operation) => (field: string) => dialectMapper?.nameOf(op, field) ?? field;
  const exchangeFor = async (op: Operation, request: HttpRequest, asked: LooseInput) => {
    const answer = await exchange(request);
    const response = await successOf(answer, nameOf(op));
    return () => readResponse(op, response(), dialectMapper, asked);
  };
  const ask: Client['ask'] = (op, input, options) =>
    exchangeFor(op, request(op, input, options), input);
  return {
    call: async <Op extends Operation>(
      op: Op,
      input: OperationInput<Op>,
      options?: RequestOptions,
    ) => (await ask(op, input, options))().output as OperationOutput<Op>,
    ask,
    perform: async (op, it, params) => (await exchangeFor(op, it, { params }))().output,
    download: async (op, input) => {
      const answer = await exchange(request(op, input));
      if (!isSuccess(answer)) await successOf(answer, nameOf(op));
      return (await import('./download.ts')).toDownload(answer);
    },
    request,
    raw: async (request) => {
      const answer = await readWhole(await exchange(toRawRequest(request)));
      const { known } = request;
      if (known && isSuccess(answer)) {
        assertAskedRecord(known.operation, answer, dialectMapper, { params: known.params });
      }
      return answer;
    },
    lastResponse: () => lastMeta,
  };
}

/**
 * Reads a successful response; its text is decoded when the returned function is called. Throws the error of any other
 * status.
 */
async function successOf(
  answer: HttpResponse,
  nameOf: (field: string) => string,
): Promise<() => TextResponse> {
  if (isSuccess(answer)) {
    const bytes = await readBytes(answer);
    return () => readFrom(answer, textOf(bytes, answer));
  }
  const { errorFromResponse } = await import('./response/response-error.ts');
  throw errorFromResponse(await readWhole(answer), nameOf);
}

const isSuccess = ({ status }: Pick<HttpResponse, 'status'>) => status >= 200 && status < 300;

/** Reads the complete response. If an error response breaks off, its text is empty: the status alone decides. */
async function readWhole(answer: HttpResponse): Promise<TextResponse> {
  const text = isSuccess(answer)
    ? await readBodyText(answer)
    : await readBodyText(answer, 1024 * 1024).catch(() => '');
  return readFrom(answer, text);
}

function readFrom({ body: _, ...answer }: HttpResponse, text: string): TextResponse {
  return { ...answer, text };
}

function toRawRequest({
  method,
  path,
  headers = {},
  body,
  effect,
  prepared,
  sendGuard,
}: RawHttpRequest): HttpRequest {
  return {
    method,
    path,
    effect: effect ?? (method === 'GET' ? 'read' : 'money'),
    headers: {
      accept: '*/*',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      ...inLowerCase(headers),
    },
    ...(body !== undefined && { body }),
    ...(prepared !== undefined && { prepared }),
    ...(sendGuard && { sendGuard }),
  };
}

const isReplayed = ({ headers }: HttpResponse): boolean =>
  /^true$/i.test(headers['idempotency-replayed'] ?? headers['idempotent-replayed'] ?? '');

function dateOf({ headers }: HttpResponse): Date | undefined {
  const date = new Date(headers['date'] ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
