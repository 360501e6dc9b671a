import type { Answer, Request, Send } from '../contract/http/http-types.ts';
import type { Effect, Input, Method, Operation, Output } from '../contract/operation.ts';
import { inLowerCase, type LooseInput, type RequestOptions, toRequest } from './build-request.ts';
import type { Speech } from './dialect/dialect-mapper.ts';
import type { Download } from './download.ts';
import { markResent, wasResent } from './middleware/retry-marker.ts';
import { readAnswer } from './response/parse-response.ts';
import { readBytes, readText, requestIdOf, textOf } from './response/read-response-body.ts';
import type { ReadAnswer } from './response/response-error.ts';

export type { Download } from './download.ts';

export interface ClientParts {
  readonly send: Send;
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly token?: string | undefined;
  readonly onAnswer?: ((seen: Seen) => void) | undefined;
  /** How the service spells what the specification leaves out; as the contract does where undefined. */
  readonly speech?: Speech | undefined;
}

/** What the last answer said of itself. */
export interface Seen {
  /** Null when the last request got no answer. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** The service's own clock, from the last `Date` header that came. */
  readonly date: Date | undefined;
}

/** A request that no operation describes, for `remit api`. */
export interface RawRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Request['body'] | undefined;
  /** What is not known to be harmless is treated like money. */
  readonly effect?: Effect | undefined;
  readonly prepared?: object | undefined;
}

/** Calls operations. Throws `Refused` for 4xx and 5xx, `Unexpected`, `Unreachable`, `BadInput`. */
export interface Client {
  readonly call: <Op extends Operation>(
    op: Op,
    input: Input<Op>,
    options?: RequestOptions,
  ) => Promise<Output<Op>>;
  /** Asks like `call`; what came stays the bytes that it is until it is read. Reading throws what `call` throws of it. */
  readonly ask: (
    op: Operation,
    input: LooseInput,
    options?: RequestOptions,
  ) => Promise<() => unknown>;
  /** Sends a request that was made before, and reads the answer as the operation's. */
  readonly perform: (op: Operation, request: Request) => Promise<unknown>;
  readonly download: (op: Operation, input: LooseInput) => Promise<Download>;
  /** What `call` would send. */
  readonly request: (op: Operation, input: LooseInput, options?: RequestOptions) => Request;
  /** Any request as it is; the answer is returned whatever its status: `failureIn` says what it means. */
  readonly raw: (request: RawRequest) => Promise<ReadAnswer>;
  /** Undefined before the first request. */
  readonly lastAnswer: () => Seen | undefined;
}

/** A client of the service behind `send`. The token goes where `send` goes and nowhere else. */
export function createClient({ send, headers = {}, token, onAnswer, speech }: ClientParts): Client {
  let seen: Seen | undefined;
  const always = {
    ...inLowerCase(headers),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const exchange = async (request: Request): Promise<Answer> => {
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
  const request: Client['request'] = (op, input, options) => toRequest(op, input, options, speech);
  const nameOf = (op: Operation) => (field: string) => speech?.nameOf(op, field) ?? field;
  const exchangeFor = async (op: Operation, it: Request) => {
    const answer = await exchange(it);
    const read = await successOf(answer, nameOf(op));
    return () => readAnswer(op, read(), speech);
  };
  const ask: Client['ask'] = (op, input, options) => exchangeFor(op, request(op, input, options));
  return {
    call: async <Op extends Operation>(op: Op, input: Input<Op>, options?: RequestOptions) =>
      (await ask(op, input, options))() as Output<Op>,
    ask,
    perform: async (op, it) => (await exchangeFor(op, it))(),
    download: async (op, input) => {
      const answer = await exchange(request(op, input));
      if (!isSuccess(answer)) await successOf(answer, nameOf(op));
      return (await import('./download.ts')).toDownload(answer);
    },
    request,
    raw: async (request) => readWhole(await exchange(toRawRequest(request))),
    lastAnswer: () => seen,
  };
}

/** The answer, its text to be had from its bytes; throws what it means when it is no success. */
async function successOf(
  answer: Answer,
  nameOf: (field: string) => string,
): Promise<() => ReadAnswer> {
  if (isSuccess(answer)) {
    const bytes = await readBytes(answer);
    return () => readFrom(answer, textOf(bytes, answer));
  }
  const { failureIn } = await import('./response/response-error.ts');
  throw failureIn(await readWhole(answer), nameOf);
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

/** Where the status has said no, what becomes of the words changes nothing. */
async function readWhole(answer: Answer): Promise<ReadAnswer> {
  const text = isSuccess(answer)
    ? await readText(answer)
    : await readText(answer, 1024 * 1024).catch(() => '');
  return readFrom(answer, text);
}

function readFrom(answer: Answer, text: string): ReadAnswer {
  const read = { status: answer.status, headers: answer.headers, text };
  return wasResent(answer) ? markResent(read) : read;
}

function toRawRequest({ method, path, headers = {}, body, effect, prepared }: RawRequest): Request {
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

function dateOf({ headers }: Answer): Date | undefined {
  const date = new Date(headers['date'] ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
