import { setTimeout as pause } from 'node:timers/promises';
import type { FaultSpec } from '../../api/controls/faults.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { isRecord } from '../../is-record.ts';
import { problemReply, type Reply } from '../context/problem-details.ts';
import type { IncomingRequest } from '../context/request-body.ts';

/**
 * Replaces values in the JSON of a reply, by path. A body that is not JSON is unchanged.
 *
 * @example `payments.0.amount`
 */
function alterReply(reply: Reply, set: Readonly<Record<string, unknown>>): Reply {
  const isJson = /\bjson\b/.test(reply.headers['Content-Type'] ?? '');
  if (!isJson || typeof reply.body !== 'string') return reply;
  const parsed: unknown = JSON.parse(reply.body);
  const body = Object.entries(set).reduce(
    (body, [member, value]) => withMember(body, member.split('.'), value),
    parsed,
  );
  return { ...reply, body: JSON.stringify(body) };
}

/** Returns a copy with a value at a path. Missing objects on the way are created, missing rows are not. */
function withMember(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(body)) {
    return body.map((row, at) => (String(at) === name ? withMember(row, rest, value) : row));
  }
  const members = isRecord(body) ? body : {};
  return { ...members, [name]: withMember(members[name], rest, value) };
}

/**
 * Applies `fault` to a request: delays, replaces or drops its reply.
 *
 * `answer` runs the real handler; it is not called if the fault replaces or drops the request first. The delay ends
 * early, with a 503, when the sandbox closes.
 */
export async function injectFault(
  fault: FaultSpec,
  answer: () => Promise<Reply>,
  { request, stopping }: { readonly request: IncomingRequest; readonly stopping: AbortSignal },
): Promise<Reply> {
  const { delayMs, drop, status, applied, headers, set, body } = fault;
  if (delayMs !== undefined && !(await waitUnlessAborted(delayMs, stopping)))
    return statedReply(503, request);
  if (drop === 'before') return droppedReply;
  const realReply = status === undefined || applied ? await answer() : undefined;
  const reply = (status === undefined ? realReply : statedReply(status, request)) ?? droppedReply;
  return {
    ...(set === undefined ? reply : alterReply(reply, set)),
    headers: { ...reply.headers, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

const droppedReply: Reply = { status: 503, headers: {}, body: '' };

const waitUnlessAborted = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal }).catch(() => false);

/** Returns the reply for an injected status: an error as the service writes it, or an empty body below 400. */
function statedReply(status: number, request: IncomingRequest): Reply {
  if (status < 400) return { status, headers: {}, body: '' };
  const code = codes[status] ?? 'fault_injected';
  const refused = new ApiError(status, code, 'A fault was injected into this request.');
  return { ...problemReply(refused, request), status };
}

const codes: Readonly<Record<number, string>> = {
  401: 'invalid_token',
  403: 'insufficient_permission',
  404: 'not_found',
  429: 'rate_limited',
  500: 'internal',
};
