/** Delivery of events to the webhook URL of the sandbox. */

import type { SandboxEvent } from '../../api/controls/events.ts';
import type { Engine } from '../context/engine.ts';
import { type DeliveryAttempt, deliverEvent, secretOf, WAITS_MS } from './deliver-event.ts';
import { nextDelivery, recordDelivery } from './delivery-cursor.ts';
import { noteDelivery } from './failed-deliveries.ts';

/** An attempt to deliver an event, and the time of the next one. */
export interface LoggedDelivery extends DeliveryAttempt {
  /** Number of the attempt, from 0. */
  readonly seq: number;
  readonly event: SandboxEvent;
  /** Wall time of the attempt and of the next one, in ms; null if there is none. */
  readonly atMs: number;
  readonly nextAtMs: number | null;
}

/** Attempts that are kept, in memory. */
const MAX_LOGGED = 1000;

/** The delivery of committed events to a URL, one after the other. */
export interface Webhooks {
  /** Returns the last attempts, oldest first. */
  readonly attempts: () => readonly LoggedDelivery[];
  /** Delivers an event again, beside the others. Returns at once. */
  readonly resend: (event: SandboxEvent, url: string) => void;
  /** Looks for events to deliver. Returns at once. */
  readonly nudge: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts deliveries.
 *
 * They run in the background: the receiver's response, or its absence, changes nothing in the sandbox.
 */
export function startWebhooks(engine: Engine, onFault: (fault: unknown) => void): Webhooks {
  const ending = new AbortController();
  const resends = new Set<Promise<unknown>>();
  const attempts: LoggedDelivery[] = [];
  let count = 0;
  let running: Promise<void> | undefined;
  let isPending = false;

  function log(event: SandboxEvent, attempt: DeliveryAttempt): void {
    const atMs = engine.wallNow().getTime();
    const waitMs = attempt.isLast ? undefined : WAITS_MS[attempt.attempt];
    const nextAtMs = waitMs === undefined ? null : atMs + waitMs;
    attempts.push({ ...attempt, seq: count++, event, atMs, nextAtMs });
    if (attempts.length > MAX_LOGGED) attempts.shift();
  }

  /** Delivers an event, and resolves to the error of its last attempt. */
  async function deliver(event: SandboxEvent, url: string): Promise<string | null> {
    let error: string | null = null;
    const receiver = { url, secret: secretOf(engine.hash) };
    const options = { ending: ending.signal, wallNow: engine.wallNow };
    for await (const attempt of deliverEvent(event, receiver, options)) {
      error = attempt.error;
      log(event, attempt);
    }
    return error;
  }

  /** Delivers an event once more: it is among the failed deliveries if it is not accepted, and no longer if it is. */
  async function deliverAgain(event: SandboxEvent, url: string): Promise<void> {
    const error = await deliver(event, url);
    if (ending.signal.aborted) return;
    await engine.runExclusive(() =>
      engine.transact(({ db }) => noteDelivery(db, { id: event.id, url, error })),
    );
  }

  async function run(): Promise<void> {
    while (isPending && !ending.signal.aborted) {
      isPending = false;
      await deliverAll(engine, deliver, ending.signal);
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
    attempts: () => attempts,
    resend(event, url) {
      const sending = deliverAgain(event, url)
        .catch(onFault)
        .finally(() => resends.delete(sending));
      resends.add(sending);
    },
    async stop() {
      ending.abort();
      await Promise.all([running, ...resends]);
    },
  };
}

async function deliverAll(
  engine: Engine,
  deliver: (event: SandboxEvent, url: string) => Promise<string | null>,
  ending: AbortSignal,
): Promise<void> {
  for (;;) {
    const next = await engine.runExclusive(() => nextOf(engine));
    if (!next || ending.aborted) return;
    await engine.flush();
    const { seq, event, progress } = next;
    const error = await deliver(event, progress.url);
    if (ending.aborted) return;
    await engine.runExclusive(() =>
      engine.transact(({ db }) => recordDelivery(db, progress, { seq, id: event.id, error })),
    );
  }
}

/**
 * Returns the next event if this process delivers: the first of all serving processes that claimed it, as long as it
 * lives.
 */
const nextOf = async (engine: Engine) =>
  (await engine.claim('webhook')) ? nextDelivery(engine) : undefined;
