/** Delivery of events to the webhook URL of the sandbox. */

import type { Engine } from '../context/engine.ts';
import { deliverEvent, secretOf } from './deliver-event.ts';
import { nextDelivery, recordDelivery } from './delivery-cursor.ts';

/** The delivery of committed events to a URL, one after the other. */
export interface Webhooks {
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
    const receiver = { url: progress.url, secret: secretOf(engine.hash) };
    let error: string | null = null;
    for await (const attempt of deliverEvent(event, receiver, {
      ending,
      wallNow: engine.wallNow,
    })) {
      error = attempt.error;
    }
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
