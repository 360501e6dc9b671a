/** Delivery of one event to a URL, with retries. */

import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxEvent } from '../../api/controls/events.ts';

/** An attempt to deliver an event: accepted if `error` is null. */
export interface DeliveryAttempt {
  /** From 1. */
  readonly attempt: number;
  /** The status of the response; null without a response. */
  readonly status: number | null;
  readonly error: string | null;
  /** Whether the event is given up after this attempt. */
  readonly isLast: boolean;
}

/** The receiver of events: its URL and the secret of the signatures. */
export interface WebhookReceiver {
  readonly url: string;
  readonly secret: string;
}

/** Options of a delivery. */
export interface DeliveryOptions {
  /** Aborted to stop at once, without a further attempt. */
  readonly ending: AbortSignal;
  /** The wall clock. */
  readonly wallNow: () => Date;
  /** Milliseconds before each attempt; those of the service by default. */
  readonly waitsMs?: readonly number[];
}

/** Milliseconds before each attempt; after the last one the event is given up. */
export const WAITS_MS = [0, 250, 1000, 4000];
const TIMEOUT_MS = 5000;

/** Delivers an event, signed, and yields each attempt until one is accepted. Ends without one when it is stopped. */
export async function* deliverEvent(
  event: SandboxEvent,
  { url, secret }: WebhookReceiver,
  { ending, wallNow, waitsMs = WAITS_MS }: DeliveryOptions,
): AsyncGenerator<DeliveryAttempt> {
  const body = JSON.stringify(event);
  for (const [at, waitMs] of waitsMs.entries()) {
    await pause(waitMs, undefined, { signal: ending }).catch(() => {});
    if (ending.aborted) return;
    const headers = signedHeaders(event.id, body, { secret, now: wallNow() });
    const answer = await post(url, { headers, body }, ending);
    if (ending.aborted && answer.status === null) return;
    const isLast = answer.error === null || at === waitsMs.length - 1;
    yield { attempt: at + 1, ...answer, isLast };
    if (isLast) return;
  }
}

async function post(
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ending: AbortSignal,
): Promise<Pick<DeliveryAttempt, 'status' | 'error'>> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', signal, ...request });
    await answer.body?.cancel();
    const { ok, status } = answer;
    return { status, error: ok ? null : `response status ${status}` };
  } catch (fault) {
    return { status: null, error: reasonOf(fault) };
  }
}

/** Returns the reason of a failed request: of `fetch` it is the cause. */
function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const { cause } = fault;
  if (!(cause instanceof Error)) return fault.message;
  // A connection that several addresses refused has an empty message and a code.
  return cause.message || ('code' in cause ? String(cause.code) : fault.message);
}

/**
 * Returns the secret shared with the receiver.
 *
 * It is constant for the life of a data directory, and not stored in the database.
 */
export const secretOf = (hash: (text: string) => string): string =>
  `whsec_${Buffer.from(hash('webhook'), 'base64url').toString('base64')}`;

/**
 * Returns the headers of a delivery as Standard Webhooks define them: HMAC-SHA256 of `id.timestamp.body`, in base64.
 *
 * Any library for Standard Webhooks can verify it.
 */
function signedHeaders(id: string, body: string, { secret, now }: Signing) {
  const timestamp = Math.floor(now.getTime() / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'Webhook-Id': id,
    'Webhook-Timestamp': String(timestamp),
    'Webhook-Signature': `v1,${signature}`,
  };
}

interface Signing {
  readonly secret: string;
  readonly now: Date;
}
