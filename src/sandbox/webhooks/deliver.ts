/** Delivery of events to a webhook URL. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../context/engine.ts';
import { nextDelivery, recordDelivery } from './delivery-cursor.ts';
import { secretOf, signedHeaders } from './sign.ts';

/** The delivery of committed events to a URL, one after the other. */
export interface Webhooks {
  /** Looks for events to deliver. Returns at once. */
  readonly nudge: () => void;
  readonly stop: () => Promise<void>;
}

/** Milliseconds before each attempt; after the last one the event is given up. */
const WAITS_MS = [0, 250, 1000, 4000];
const TIMEOUT_MS = 5000;

/**
 * Starts deliveries.
 *
 * They run in the background: the receiver's response, or its absence, changes nothing in the sandbox.
 */
export function startWebhooks(engine: Engine, onFault: (fault: unknown) => void): Webhooks {
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  let isPending = false;

  async function run(): Promise<void> {
    while (isPending && !ending.signal.aborted) {
      isPending = false;
      await deliverAll(engine, ending.signal);
    }
  }

  const nudge = () => {
    isPending = true;
    running ??= run()
      .catch(onFault)
      .finally(() => {
        running = undefined;
      });
  };
  return {
    nudge,
    async stop() {
      ending.abort();
      await running;
    },
  };
}

async function deliverAll(engine: Engine, ending: AbortSignal): Promise<void> {
  for (;;) {
    const next = await engine.runExclusive(() => nextOf(engine));
    if (!next || ending.aborted) return;
    await engine.flush();
    const { seq, event, progress } = next;
    const body = JSON.stringify(event);
    const error = await deliverEvent(progress.url, { id: event.id, body }, engine, ending);
    if (ending.aborted) return;
    await engine.runExclusive(() =>
      engine.transact(({ db }) => recordDelivery(db, progress, { seq, error })),
    );
  }
}

/**
 * Returns the next event if this process delivers: the first of all serving processes that claimed it, as long as it
 * lives.
 */
const nextOf = async (engine: Engine) =>
  (await engine.claim('webhook')) ? nextDelivery(engine) : undefined;

/** Delivers one event. Returns null on success, or the reason it was given up. */
async function deliverEvent(
  url: string,
  { id, body }: { readonly id: string; readonly body: string },
  engine: Engine,
  ending: AbortSignal,
): Promise<string | null> {
  let error: string | null = null;
  for (const waitMs of WAITS_MS) {
    await pause(waitMs, undefined, { signal: ending, ref: false }).catch(() => {});
    if (ending.aborted) return error;
    const headers = signedHeaders(id, body, {
      secret: secretOf(engine.hash),
      now: engine.wallNow(),
    });
    error = await post(url, headers, body, ending);
    if (error === null) return null;
  }
  return error;
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  ending: AbortSignal,
): Promise<string | null> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    return answer.ok ? null : `response status ${answer.status}`;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}
