/** Intents that this process records and sends. */

import type { Store } from '../storage/store.ts';
import { assertNotDuplicate, type GuardContext } from './duplicate-guard.ts';
import { JournalWriteError } from './errors.ts';
import type { Journal } from './journal.ts';
import type { Markers } from './sending-markers.ts';
import type { JournalTables } from './tables.ts';
import { addOutcome, assertUndecided, insert, newId, type ProcessRun } from './write-intents.ts';

/** An intent that this process recorded and is about to send. */
export interface BegunIntent {
  readonly intentId: string;
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
  readonly run: ProcessRun;
  readonly now: GuardContext;
  readonly markers: Markers;
}

/** Returns the functions that record an intent and its outcome. */
export function sendsOf(
  transact: Store<JournalTables>['write'],
  write: Store<JournalTables>['write'],
  { run, now, markers }: SendingProcess,
): Pick<Journal, 'begin' | 'recordOutcome'> {
  const at = () => new Date(now.clock()).toISOString();
  /** The operations of intents without an outcome that this process began. */
  const sent = new Map<string, string>();
  let hasBegun = false;
  return {
    begin: async (draft, sender) => {
      const intentId = newId('int');
      if (!hasBegun) markers.sweep();
      const ageMs = await transact(async (db) => {
        const overrides = await assertNotDuplicate(db, draft, sender, now);
        // Before the commit: from then on an intent without a marker is one whose send has ended.
        markers.add(intentId);
        const age = startAge(now.clock);
        const facts = { id: intentId, run, overrides, at: at(), isRunKnown: hasBegun };
        await insert(db, draft, sender, facts);
        return age;
      }).catch((error) => {
        markers.remove(intentId);
        throw error;
      });
      hasBegun = true;
      sent.set(intentId, draft.operation);
      return {
        intentId,
        ageMs,
        assertUndecided: () => transact((db) => assertUndecided(db, intentId)),
      };
    },
    recordOutcome: async (intentId, outcome, details) => {
      try {
        const operation = sent.get(intentId);
        await write((db) => addOutcome(db, intentId, outcome, { details, at: at(), operation }));
      } catch (cause) {
        throw new JournalWriteError(intentId, outcome, cause);
      } finally {
        markers.remove(intentId);
        sent.delete(intentId);
      }
    },
  };
}
