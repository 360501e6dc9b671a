import type { HttpRequest, HttpResponse, Transport } from '../contract/http/http-types.ts';
import type {
  Effect,
  Method,
  Operation,
  OperationInput,
  OperationOutput,
} from '../contract/operation.ts';
import { inLowerCase, type LooseInput, type RequestOptions, toRequest } from './build-request.ts';
import type { DialectMapper } from './dialect/dialect-mapper.ts';
import type { Download } from './download.ts';
import { markRetried, wasRetried } from './middleware/retry-marker.ts';
import { readResponse } from './response/parse-response.ts';
import { readBodyText, readBytes, requestIdOf, textOf } from './response/read-response-body.ts';
import type { TextResponse } from './response/response-error.ts';

export type { Download } from './download.ts';

export interface ClientParts {
  readonly send: Transport;
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly token?: string | undefined;
  readonly onAnswer?: ((seen: ResponseMeta) => void) | undefined;
  /** How the service spells what the specification leaves out; as the contract does where undefined. */
  readonly dialectMapper?: DialectMapper | undefined;
}

/** What the last answer said of itself. */
export interface ResponseMeta {
  /** Null when the last request got no answer. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** The service's own clock, from the last `Date` header that came. */
  readonly date: Date | undefined;
}

/** A request that no operation describes, for `remit api`. */
export interface RawHttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: HttpRequest['body'] | undefined;
  /** What is not known to be harmless is treated like money. */
  readonly effect?: Effect | undefined;
  readonly prepared?: object | undefined;
}

/** Calls operations. Throws `ApiError` for 4xx and 5xx, `UnexpectedResponseError`, `UnreachableError`, `InvalidRequestError`. */
export interface Client {
  readonly call: <Op extends Operation>(
    op: Op,
    input: OperationInput<Op>,
    options?: RequestOptions,
  ) => Promise<OperationOutput<Op>>;
  /** Asks like `call`; what came stays the bytes that it is until it is read. Reading throws what `call` throws of it. */
  readonly ask: (
    op: Operation,
    input: LooseInput,
    options?: RequestOptions,
  ) => Promise<() => unknown>;
  /** Sends a request that was made before, and reads the answer as the operation's. */
  readonly perform: (op: Operation, request: HttpRequest) => Promise<unknown>;
  readonly download: (op: Operation, input: LooseInput) => Promise<Download>;
  /** What `call` would send. */
  readonly request: (op: Operation, input: LooseInput, options?: RequestOptions) => HttpRequest;
  /** Any request as it is; the answer is returned whatever its status: `errorFromResponse` says what it means. */
  readonly raw: (request: RawHttpRequest) => Promise<TextResponse>;
  /** Undefined before the first request. */
  readonly lastResponse: () => ResponseMeta | undefined;
}

/** A client of the service behind `send`. The token goes where `send` goes and nowhere else. */
export function createClient({
  send,
  headers = {},
  token,
  onAnswer,
  dialectMapper,
}: ClientParts): Client {
  let seen: ResponseMeta | undefined;
  const always = {
    ...inLowerCase(headers),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const exchange = async (request: HttpRequest): Promise<HttpResponse> => {
    seen = { status: null, requestId: null, date: seen?.date };
    const answer = await send({ ...request, headers: { ...request.headers, ...always } });
    seen = {
      status: answer.status,
      requestId: requestIdOf(answer),
      date: dateOf(answer) ?? seen.date,
    };
    onAnswer?.(seen);
    return answer;
  };
  const request: Client['request'] = (op, input, options) =>
    toRequest(op, input, options, dialectMapper);
  const nameOf = (op: Operation) => (field: string) => dialectMapper?.nameOf(op, field) ?? field;
  const exchangeFor = async (op: Operation, it: HttpRequest) => {
    const answer = await exchange(it);
    const read = await successOf(answer, nameOf(op));
    return () => readResponse(op, read(), dialectMapper);
  };
  const ask: Client['ask'] = (op, input, options) => exchangeFor(op, request(op, input, options));
  return {
    call: async <Op extends Operation>(
      op: Op,
      input: OperationInput<Op>,
      options?: RequestOptions,
    ) => (await ask(op, input, options))() as OperationOutput<Op>,
    ask,
    perform: async (op, it) => (await exchangeFor(op, it))(),
    download: async (op, input) => {
      const answer = await exchange(request(op, input));
      if (!isSuccess(answer)) await successOf(answer, nameOf(op));
      return (await import('./download.ts')).toDownload(answer);
    },
    request,
    raw: async (request) => readWhole(await exchange(toRawRequest(request))),
    lastResponse: () => seen,
  };
}

/** The answer, its text to be had from its bytes; throws what it means when it is no success. */
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

const isSuccess = ({ status }: HttpResponse) => status >= 200 && status < 300;

/** Where the status has said no, what becomes of the words changes nothing. */
async function readWhole(answer: HttpResponse): Promise<TextResponse> {
  const text = isSuccess(answer)
    ? await readBodyText(answer)
    : await readBodyText(answer, 1024 * 1024).catch(() => '');
  return readFrom(answer, text);
}

function readFrom(answer: HttpResponse, text: string): TextResponse {
  const read = { status: answer.status, headers: answer.headers, text };
  return wasRetried(answer) ? markRetried(read) : read;
}

function toRawRequest({
  method,
  path,
  headers = {},
  body,
  effect,
  prepared,
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
  };
}

function dateOf({ headers }: HttpResponse): Date | undefined {
  const date = new Date(headers['date'] ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
