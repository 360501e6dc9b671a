/** Intents whose commit was lost with the connection to the database. */

import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseConnectionError } from '../../storage/errors.ts';
import type { Store } from '../../storage/store.ts';
import { selectById } from './read-intents.ts';
import type { JournalTables } from './tables.ts';
import { addOutcome } from './write-intents.ts';

/** The state of an intent whose commit was lost: not there, recorded as not sent, or not known. */
export type LostCommit = 'absent' | 'closed' | 'unknown';

/** The time in ms for which the database is tried again: a restart takes a few seconds. */
const PATIENCE_MS = 5_000;
const INTERVAL_MS = 500;

/**
 * Closes an intent that this process did not send because its commit was lost: records that it was not sent, in a new
 * transaction, if it is there and has no outcome.
 *
 * The transaction that was lost has ended once this one has the lock of the schema, so what is read then stays: `absent` is
 * an intent that never was committed and never will be.
 */
export async function closeUnsent(
  store: Store<JournalTables>,
  intentId: string,
  at: () => string,
): Promise<LostCommit> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await store.write(async (db) => {
        const intent = await selectById(db, intentId);
        if (intent === undefined) return 'absent';
        if (intent.outcome === null)
          await addOutcome(db, intentId, 'not-sent', { details: nothing, at: at() });
        return 'closed';
      });
    } catch (error) {
      const isOver = performance.now() - startedAt > PATIENCE_MS;
      if (isOver || !(error instanceof DatabaseConnectionError)) return 'unknown';
      await pause(INTERVAL_MS);
    }
  }
}

/** The details of an outcome without a response. */
const nothing = { requestId: null, serverId: null, status: null } as const;
