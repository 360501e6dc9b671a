/** Opening of a journal's database, and its errors. */

import { join } from 'node:path';
import { errorCodeOf } from '../../error-code.ts';
import { describeFailure } from '../../storage/database-failure.ts';
import { openAt } from '../../storage/open-database.ts';
import type { SharedStore, Store, StoreLocation } from '../../storage/store.ts';
import { ClockDifferenceError, JournalUnavailableError } from './errors.ts';
import { prepareJournal } from './schema.ts';
import type { JournalTables } from './tables.ts';

/**
 * The timeout of a statement in ms, after which the journal counts as unavailable. Longer than the wait for a writer's
 * turn.
 */
const STATEMENT_MS = 20_000;

export const isJournalDatabase = (path: string): boolean => /^postgres(ql)?:/.test(path);

/** Returns the database of a journal: a file in a state directory, or a schema in PostgreSQL. */
export const locationOf = (path: string): StoreLocation =>
  isJournalDatabase(path)
    ? { address: path, schema: 'remit_journal', statementMs: STATEMENT_MS }
    : { file: join(path, 'journal.db') };

/** The database of a journal, and facts about the journal that never change. */
export interface OpenedStore {
  readonly store: Store<JournalTables>;
  readonly id: string;
  readonly time: JournalClock;
}

/** Opens the database, and creates the tables of a new one; `clock` replaces its clock. */
export async function openJournalStore(
  location: StoreLocation,
  clock: (() => number) | undefined,
): Promise<OpenedStore> {
  const store = await openAt<JournalTables>(location);
  const time = createJournalClock(store.shared, clock);
  try {
    const id = await store.write((db) => prepareJournal(db, time.at()));
    return { store, id, time };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Runs `work`; an error of the file system or the database becomes `JournalUnavailableError`. */
export async function withJournalErrors<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isFault(cause)) throw cause;
    throw new JournalUnavailableError(name, describeFailure(cause), cause);
  }
}

/** Reports whether an error comes from the file system or the database; these set `code`. */
const isFault = (error: unknown): error is Error => errorCodeOf(error) !== undefined;

/** The clock that times in a journal are written and judged by. */
interface JournalClock {
  /** Returns the time in ms since the epoch. */
  readonly now: () => number;
  /** Returns the time as UTC ISO. */
  readonly at: () => string;
  /** Returns an error if the clock of this machine differs from it by more than 30 seconds. */
  readonly difference: () => ClockDifferenceError | undefined;
}

/**
 * Creates the clock of a journal: that of the database server when the transaction got its turn, and with a file that of this
 * machine. `replaced` is another one, in ms.
 */
function createJournalClock(
  shared: SharedStore | undefined,
  replaced: (() => number) | undefined,
): JournalClock {
  const now = replaced ?? (shared ? () => shared.clock().nowMs : Date.now);
  return {
    now,
    at: () => new Date(now()).toISOString(),
    difference: () => {
      const aheadMs = shared?.clock().aheadMs ?? 0;
      return Math.abs(aheadMs) > MAX_MS
        ? new ClockDifferenceError(differenceText(aheadMs))
        : undefined;
    },
  };
}

const MAX_MS = 30_000;

function differenceText(aheadMs: number): string {
  const direction = aheadMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${durationText(Math.abs(aheadMs))} ${direction} that of the journal's database. Requests are recorded by the database's clock, and cannot be judged on this machine.`;
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
