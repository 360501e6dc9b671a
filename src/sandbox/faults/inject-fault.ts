import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../contract/http/api-error.ts';
import { isRecord } from '../../contract/schema/matches-schema.ts';
import { problemReply, type Reply } from '../context/problem-details.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import type { FaultSpec } from './fault.ts';

/** The reply with other values at these members of its JSON: `parseAmountCents`, or `payments.0.amount`. Another body stays. */
function alterReply(reply: Reply, set: Readonly<Record<string, unknown>>): Reply {
  const isJson = /\bjson\b/.test(reply.headers['Content-Type'] ?? '');
  if (!isJson || typeof reply.body !== 'string') return reply;
  const whole: unknown = JSON.parse(reply.body);
  const body = Object.entries(set).reduce(
    (it, [member, value]) => withMember(it, member.split('.'), value),
    whole,
  );
  return { ...reply, body: JSON.stringify(body) };
}

/** A copy with the value at this place; what leads there is made where it is not. Rows are never made. */
function withMember(it: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(it)) {
    return it.map((row, at) => (String(at) === name ? withMember(row, rest, value) : row));
  }
  const members = isRecord(it) ? it : {};
  return { ...members, [name]: withMember(members[name], rest, value) };
}

/**
 * The reply to a request that a fault strikes: late, in other words, or without the service ever hearing of it.
 * `answer` is what would have been answered. The wait ends early when the sandbox closes.
 */
export async function injectFault(
  fault: FaultSpec,
  answer: () => Promise<Reply>,
  { request, closing }: { readonly request: IncomingRequest; readonly closing: AbortSignal },
): Promise<Reply> {
  const { delayMs, drop, status, applied, headers, set, body } = fault;
  if (delayMs !== undefined && !(await waited(delayMs, closing))) return statedReply(503, request);
  if (drop === 'before') return neverSent;
  const ownReply = status === undefined || applied ? await answer() : undefined;
  const reply = (status === undefined ? ownReply : statedReply(status, request)) ?? neverSent;
  return {
    ...(set === undefined ? reply : alterReply(reply, set)),
    headers: { ...reply.headers, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

const neverSent: Reply = { status: 503, headers: {}, body: '' };

const waited = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal, ref: false }).catch(() => false);

/** What stands between a client and a service says: an error as the service writes it, or success without a word. */
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
