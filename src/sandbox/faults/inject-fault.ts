import { setTimeout as pause } from 'node:timers/promises';
import { Refused } from '../../contract/http/api-error.ts';
import type { Incoming } from '../context/request-body.ts';
import { problemReply, type Reply } from '../context/problem-details.ts';
import { altered } from './alter-response.ts';
import type { FaultWish } from './fault.ts';

/**
 * The reply to a request that a fault strikes: late, in other words, or without the service ever hearing of it.
 * `answer` is what would have been answered. The wait ends early when the sandbox closes.
 */
export async function suffer(
  fault: FaultWish,
  answer: () => Promise<Reply>,
  { request, closing }: { readonly request: Incoming; readonly closing: AbortSignal },
): Promise<Reply> {
  const { delayMs, drop, status, applied, headers, set, body } = fault;
  if (delayMs !== undefined && !(await waited(delayMs, closing))) return statedReply(503, request);
  if (drop === 'before') return neverSent;
  const ownReply = status === undefined || applied ? await answer() : undefined;
  const reply = (status === undefined ? ownReply : statedReply(status, request)) ?? neverSent;
  return {
    ...(set === undefined ? reply : altered(reply, set)),
    headers: { ...reply.headers, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

const neverSent: Reply = { status: 503, headers: {}, body: '' };

const waited = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal, ref: false }).catch(() => false);

/** What stands between a client and a service says: an error as the service writes it, or success without a word. */
function statedReply(status: number, request: Incoming): Reply {
  if (status < 400) return { status, headers: {}, body: '' };
  const code = codes[status] ?? 'fault_injected';
  const refused = new Refused(status, code, 'A fault was ordered for this request.');
  return { ...problemReply(refused, request), status };
}

const codes: Readonly<Record<number, string>> = {
  401: 'invalid_token',
  403: 'insufficient_permission',
  404: 'not_found',
  429: 'rate_limited',
  500: 'internal',
};
