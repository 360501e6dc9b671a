/** Intents that this process records and sends. */

import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseConnectionError } from '../../storage/errors.ts';
import type { Store } from '../../storage/store.ts';
import { assertNotDuplicate } from './duplicate-guard.ts';
import {
  CommitLostError,
  JournalUnavailableError,
  JournalWriteError,
  VerdictContradictedError,
} from './errors.ts';
import { idempotencyKeyFor } from './idempotency-key.ts';
import type { InFlightContext } from './in-flight.ts';
import type { Journal } from './journal.ts';
import { selectById } from './read-intents.ts';
import type { Markers } from './sending-markers.ts';
import { assertSimilarSeen } from './similar-payments.ts';
import type { JournalTables } from './tables.ts';
import { addOutcome, assertUndecided, insert, newId, type ProcessRun } from './write-intents.ts';

/** An intent that this process recorded and is about to send. */
export interface BegunIntent {
  readonly intentId: string;
  /** The idempotency key to send the request under. */
  readonly idempotencyKey: string;
  /** Returns the ms since it was recorded, as `startAge` counts them. */
  readonly ageMs: () => number;
  /**
   * Reads the intent again.
   *
   * @throws {IntentDecidedError} If it has a verdict or an outcome, so that another process may have sent it again.
   */
  readonly assertUndecided: () => Promise<void>;
}

/**
 * Starts to count an age. The returned function returns it in ms, by the clock that ran further: the monotonic one stops
 * while the machine is suspended, and the wall clock may be set back. `clock` is the wall clock, in ms.
 */
function startAge(clock: () => number): () => number {
  const from = { wallMs: clock(), monotonicMs: performance.now() };
  return () => Math.max(clock() - from.wallMs, performance.now() - from.monotonicMs);
}

/** The process that sends, and its markers. */
interface SendingProcess {
  readonly journal: string;
  readonly run: ProcessRun;
  readonly now: InFlightContext;
  readonly markers: Markers;
  /** The clock of this machine, in ms. */
  readonly wallClock: () => number;
}

/** Returns the functions that record an intent and its outcome. */
export function sendsOf(
  store: Store<JournalTables>,
  transact: Store<JournalTables>['write'],
  { journal, run, now, markers, wallClock }: SendingProcess,
): Pick<Journal, 'begin' | 'recordOutcome'> {
  const at = () => new Date(now.clock()).toISOString();
  let hasBegun = false;

  /** Closes an intent whose commit failed, and returns the error. With a lost connection, the commit may have passed. */
  async function closed(intentId: string, error: unknown): Promise<unknown> {
    const isLost =
      error instanceof JournalUnavailableError && error.cause instanceof DatabaseConnectionError;
    if (!isLost) return error;
    const found = await closeUnsent(store, intentId, at);
    return found === 'absent' ? error : new CommitLostError(intentId, error, found === 'closed');
  }

  return {
    begin: async (draft, sender) => {
      const intentId = newId('int');
      if (!hasBegun) markers.sweep();
      let isInserted = false;
      const { ageMs, idempotencyKey } = await transact(async (db) => {
        const overrides = await assertNotDuplicate(db, draft, sender, now);
        await assertSimilarSeen(db, draft, sender, now);
        const key = await idempotencyKeyFor(db, draft, sender, { journal, overrides });
        // Before the commit: from then on an intent without a marker is one whose send has ended.
        markers.add(intentId);
        const age = startAge(wallClock);
        const facts = { id: intentId, run, overrides, at: at(), isRunKnown: hasBegun };
        await insert(db, draft, { ...sender, idempotencyKey: key }, facts);
        isInserted = true;
        return { ageMs: age, idempotencyKey: key };
      }).catch(async (error) => {
        const reason = isInserted ? closed(intentId, error) : error;
        throw await Promise.resolve(reason).finally(() => markers.remove(intentId));
      });
      hasBegun = true;
      return {
        intentId,
        idempotencyKey,
        ageMs,
        assertUndecided: () => transact((db) => assertUndecided(db, intentId)),
      };
    },
    recordOutcome: async (intentId, outcome, details) => {
      const { contradicts } = await store
        .write((db) => addOutcome(db, intentId, outcome, { details, at: at() }))
        .catch((cause) => {
          throw new JournalWriteError(intentId, outcome, cause);
        })
        .finally(() => markers.remove(intentId));
      if (contradicts !== null && outcome === 'applied')
        throw new VerdictContradictedError(intentId);
    },
  };
}

/** The state of an intent whose commit was lost: not there, recorded as not sent, or not known. */
type LostCommit = 'absent' | 'closed' | 'unknown';

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
async function closeUnsent(
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
