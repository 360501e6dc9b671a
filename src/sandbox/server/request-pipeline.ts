/** The pipeline of every request: body, host check, rate limit, exclusive turn, errors and fault injection. */

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { FaultSpec } from '../../api/controls/faults.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { bearerOf } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import type { Endpoint, Work } from '../context/handler-context.ts';
import { createInProgressGuard } from '../context/idempotency.ts';
import { problemReply, type Reply } from '../context/problem-details.ts';
import { systemRandom } from '../context/random.ts';
import {
  type Body,
  dropBodyOf,
  type IncomingRequest,
  isLargeBody,
  type RequestHead,
  readBodyOf,
} from '../context/request-body.ts';
import type { LoggedResponse, RequestLog } from '../context/request-log.ts';
import type { FixedOptions } from '../context/settings.ts';
import { LongFile, streamOf } from '../context/streamed-file.ts';
import {
  applyToResponse,
  ConnectionLostError,
  isConnectionDropped,
} from '../faults/drop-connection.ts';
import { injectFault } from '../faults/inject-fault.ts';
import { selectFault } from '../faults/select-fault.ts';
import { runDueJobs } from '../jobs/run-due-jobs.ts';

const WINDOW_MS = 60_000;

/**
 * Creates a rate limit: `perMinute` requests for each token and minute of wall time. Beyond that the returned function
 * throws a 429 with the seconds to wait.
 */
function rateLimit(perMinute: number, wallNow: () => Date): (bearer: string) => void {
  const windows = new Map<string, { startedAt: number; requests: number }>();
  return (bearer) => {
    const now = wallNow().getTime();
    const last = windows.get(bearer);
    const current =
      last && now - last.startedAt < WINDOW_MS ? last : { startedAt: now, requests: 0 };
    windows.set(bearer, current);
    current.requests += 1;
    if (current.requests <= perMinute) return;
    throw new ApiError(
      429,
      'rate_limited',
      `Rate limit exceeded: ${perMinute} requests per minute.`,
      {
        retryAfterSeconds: Math.ceil((current.startedAt + WINDOW_MS - now) / 1000),
      },
    );
  };
}

export interface ResponderParts {
  readonly engine: Engine;
  readonly options: FixedOptions;
  readonly requestLog: RequestLog;
  /** Requests for each minute and token; unlimited if absent. */
  readonly perMinute?: number | undefined;
  /** Reports whether a `Host` header names this sandbox. */
  readonly isOwnHost: (host: string) => boolean;
  /** Called with an internal error, which the client does not see. */
  readonly onFault: (fault: unknown, requestId: string) => void;
  /** Called after each response, since it may have caused events. */
  readonly onAnswered: () => void;
  /** Aborted when the sandbox closes; ends delays of injected faults. */
  readonly stopping: AbortSignal;
}

/** A request, with its connection if it came over HTTP. */
export type Call = Context<{ Bindings: Partial<HttpBindings> }>;

/**
 * Creates the function that answers one request with its work: request id, exclusive turn, error responses and injected
 * faults.
 */
export function createResponder(parts: ResponderParts) {
  const { engine, options, perMinute } = parts;
  const limit = perMinute === undefined ? () => {} : rateLimit(perMinute, engine.wallNow);
  const guard = createInProgressGuard();

  const respond = async (
    context: Call,
    request: IncomingRequest,
    work: Work,
    operation?: string,
  ): Promise<Answered> => {
    const runInTurn = () => engine.runExclusive(() => runRequest(request, work, parts));
    const key = keyOf(request, options);
    const admitted = async () => {
      checkHost(context, parts);
      if (!isControl(request)) limit(bearerOf(request.header('authorization')) ?? '');
      return key === undefined ? runInTurn() : guard(key, runInTurn);
    };
    const durable = () => admitted().finally(engine.flush);
    const answer = () => orErrorReply(durable, request, parts).finally(parts.onAnswered);
    const fault = await faultFor(request, operation, parts);
    const reply = fault
      ? await injectFault(fault, answer, { request, stopping: parts.stopping })
      : await answer();
    const plain = responseOf(reply, request, parts);
    const response = fault ? await applyToResponse(plain, fault, context.env) : plain;
    const body = typeof reply.body === 'string' ? reply.body : undefined;
    return { response, logged: { body, isFaulty: fault !== undefined } };
  };

  return async (context: Call, endpoint: ServedEndpoint): Promise<Response> => {
    const { work, operation } = endpoint;
    const head = headOf(context, parts);
    const request = { ...head, ...(await bodyFor(context, head, endpoint, parts)) };
    if (!isOfService(request)) return (await respond(context, request, work, operation)).response;
    const logOutcome = parts.requestLog.add(request, operation);
    try {
      const { response, logged } = await respond(context, request, work, operation);
      const { status } = response;
      logOutcome(isConnectionDropped(response) ? { isFaulty: true } : { ...logged, status });
      return response;
    } catch (error) {
      logOutcome({ isFaulty: error instanceof ConnectionLostError });
      throw error;
    }
  };
}

/** A response, and what is logged of it. */
interface Answered {
  readonly response: Response;
  readonly logged: LoggedResponse;
}

/** The part of an endpoint that the pipeline knows. */
type ServedEndpoint = Pick<Endpoint, 'work' | 'operation' | 'admit' | 'maxBodyBytes'>;

const headOf = ({ req, env }: Call, parts: ResponderParts): RequestHead => ({
  requestId: systemRandom.newId('req'),
  path: req.path,
  conflictStatus: isControl(req) ? 409 : parts.options.conflictStatus,
  method: req.method,
  address: env?.incoming?.socket.remoteAddress ?? null,
  query: new URL(req.url).searchParams,
  params: req.param(),
  header: (name) => req.header(name),
});

/** Reads the body of a request, unless its host or its sender is refused: then nothing of it is kept. */
async function bodyFor(
  context: Call,
  head: RequestHead,
  { admit, maxBodyBytes }: ServedEndpoint,
  parts: ResponderParts,
): Promise<Body> {
  try {
    checkHost(context, parts);
    if (admit && isLargeBody(head)) await parts.engine.runExclusive(() => admit(head));
  } catch (error) {
    if (error instanceof ApiError) return dropBodyOf(context.req.raw, error);
    throw error;
  }
  return readBodyOf(context.req.raw, { maxBytes: maxBodyBytes, onStart: () => invite(context) });
}

/** Tells a client that waits with its body (`Expect: 100-continue`) to send it. */
function invite({ req, env }: Call): void {
  const { outgoing } = env ?? {};
  const isWaiting = /^100-continue$/i.test(req.header('expect') ?? '');
  if (isWaiting && outgoing && 'writeContinue' in outgoing) outgoing.writeContinue();
}

const isOfService = ({ path }: IncomingRequest) => path.startsWith('/api/');

const isControl = ({ path }: { readonly path: string }) => /^\/sandbox\b/.test(path);

/** Returns the fault for a request of the service. Controls are exempt, since they remove faults. */
async function faultFor(
  request: IncomingRequest,
  operation: string | undefined,
  { engine }: ResponderParts,
): Promise<FaultSpec | undefined> {
  if (!isOfService(request)) return undefined;
  return engine.runExclusive(() => selectFault(engine, { ...request, operation }));
}

/** Returns the key of a request while it is in flight; `undefined` if it may run twice at once. */
function keyOf(
  { method, header }: IncomingRequest,
  { idempotency }: FixedOptions,
): string | undefined {
  const key = header('idempotency-key');
  const counts = method === 'POST' && key !== undefined && idempotency !== 'off';
  return counts ? `${header('authorization')} ${key}` : undefined;
}

function checkHost({ req }: Call, { isOwnHost }: ResponderParts): void {
  if (isOwnHost(req.header('host') ?? new URL(req.url).host)) return;
  throw new ApiError(
    421,
    'misdirected_request',
    'This sandbox responds to its own host name only.',
  );
}

/** Runs due jobs, the work, and the jobs that the work queued for now, so that the next request sees their effects. */
async function runRequest(
  request: IncomingRequest,
  work: Work,
  parts: ResponderParts,
): Promise<Reply> {
  await runJobsOfNow(request, parts);
  const reply = await work(request);
  if (request.method !== 'GET') await runJobsOfNow(request, parts);
  return reply;
}

// A job that fails does not undo the response before it.
const runJobsOfNow = (
  { requestId }: IncomingRequest,
  { engine, onFault }: ResponderParts,
): Promise<void> =>
  runDueJobs(engine, engine.now()).catch((fault: unknown) => onFault(fault, requestId));

async function orErrorReply(
  answer: () => Promise<Reply>,
  request: IncomingRequest,
  { onFault }: ResponderParts,
): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ApiError) return problemReply(error, request);
    onFault(error, request.requestId);
    return problemReply(new ApiError(500, 'internal', 'Internal error.'), request);
  }
}

// The `Date` header is the domain clock's, so that a client knows the date in the sandbox.
const responseOf = (
  { status, headers, body }: Reply,
  { requestId }: IncomingRequest,
  parts: ResponderParts,
): Response =>
  new Response(bodilessStatuses.has(status) ? null : bodyOf(body, requestId, parts), {
    status,
    headers: { ...headers, 'X-Request-Id': requestId, Date: parts.engine.now().toUTCString() },
  });

/** The statuses without a body in HTTP. */
const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

const bodyOf = (body: Reply['body'], requestId: string, { engine, onFault }: ResponderParts) =>
  body instanceof LongFile ? streamOf(body, engine, (fault) => onFault(fault, requestId)) : body;
