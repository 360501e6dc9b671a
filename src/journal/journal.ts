import { join } from 'node:path';
import { openAt } from '../storage/open-database.ts';
import type { Store, StoreLocation } from '../storage/store.ts';
import {
  type Capability,
  hasCapability,
  recordCapability,
  sumMovedSinceCents,
} from './daily-total.ts';
import type { Destination } from './destination.ts';
import { assertNotDuplicate, findCancellation } from './duplicate-guard.ts';
import { JournalUnavailableError, JournalWriteError } from './errors.ts';
import { endFiles, type KnownFile, knownFile, type RowContent, startFile } from './file-rows.ts';
import { clearInFlight, createInFlightCheck, markInFlight } from './in-flight.ts';
import type { FinalOutcome, GuardOverride, Intent, StoredIntent, Verdict } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { history, type IntentHistory } from './intent-history.ts';
import { JournalSchemaError, migrateJournal } from './migrations.ts';
import { listPlanIntents, type PlanIntent } from './plan-batches.ts';
import { type CurrentProcess, machineOf, processStartOf } from './process-identity.ts';
import { listIntents } from './read-intents.ts';
import type { OutcomeDetails, SendContext } from './send-context.ts';
import type { JournalTables } from './tables.ts';
import { listUnresolved, type UnresolvedIntent } from './unresolved.ts';
import { addOutcome, addVerdict, insert, newId } from './write-intents.ts';

/**
 * The write-ahead record of everything that must not happen twice. A row is on disk before the first byte is sent, and
 * what became of it right after; one that has no outcome locks its like out until somebody knows.
 * Every method throws `JournalUnavailableError` when the database fails it, unless it says otherwise.
 */
export interface Journal {
  /** Throws what `begin` would throw, and writes nothing. */
  readonly check: (draft: IntentDraft, sender: SendContext) => Promise<void>;
  /** Writes the intent down, on disk when it returns. Throws `UnknownOutcomeError`, `DuplicateError`, `RowAlreadyCreatedError`, `NonPositiveAmountError`. */
  readonly begin: (
    draft: IntentDraft,
    sender: SendContext,
  ) => Promise<{ readonly intentId: string }>;
  /** Writes down what became of it, once. Throws `JournalWriteError`. */
  readonly recordOutcome: (
    intentId: string,
    outcome: FinalOutcome,
    seen: OutcomeDetails,
  ) => Promise<void>;
  /** Writes down what a person, or the service's own records, found out: `not-applied` frees its like, `applied` guards against it. Throws `NothingToResolveError`. */
  readonly resolve: (
    intentId: string,
    verdict: Verdict,
    note: string | null,
    serverId?: string,
  ) => Promise<void>;
  /** What the journal itself knows to allow the repeat of an applied intent; null when it knows nothing. */
  readonly evidenceFor: (intent: StoredIntent) => Promise<GuardOverride | null>;
  /** Intents in doubt with all that helps to settle them, oldest first. */
  readonly listUnresolved: () => Promise<UnresolvedIntent[]>;
  /** Keeps what a service was seen to do, for the judging of doubts. */
  readonly recordCapability: (origin: string, what: Capability) => Promise<void>;
  readonly hasCapability: (origin: string, what: Capability) => Promise<boolean>;
  /** Everything that was sent for a payment run, by the hash of its plan, oldest first. */
  readonly listPlanIntents: (plan: string) => Promise<PlanIntent[]>;
  /** Cents that moved out in an environment since a moment of the service's clock, or may have. */
  readonly sumMovedSinceCents: (since: string, within: Destination) => Promise<number>;
  /** What is known of the rows of a file that is to be created from, whatever it is called. */
  readonly knownFile: (rows: readonly RowContent[], to: Destination) => Promise<KnownFile>;
  /** Writes down that a file is being created from; its name for the intents of its rows. `again` forgets what was created before. */
  readonly startFile: (
    known: KnownFile,
    how: { readonly again: boolean; readonly to: Destination },
  ) => Promise<string>;
  /** Writes down that nothing of files is left to do; `renew` lets those that ended before count from now. */
  readonly endFiles: (files: readonly string[], how: { readonly renew: boolean }) => Promise<void>;
  /** Newest first; `unresolved`: of unknown outcome, and nobody is about to say more. */
  readonly list: (which?: { readonly unresolved?: boolean }) => Promise<Intent[]>;
  readonly show: (intentId: string) => Promise<IntentHistory | undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the journal of a state folder, `journal.db` in it, or one that machines share: `where` is the folder, or the
 * address of a PostgreSQL database. `clock` gives milliseconds of the wall clock.
 * Throws `JournalUnavailableError` with the place and what is wrong; a damaged journal is left as it is, never replaced.
 */
export async function openJournal(
  where: string,
  self: CurrentProcess,
  clock: () => number = Date.now,
): Promise<Journal> {
  const place = placeOf(where);
  const name = 'file' in place ? place.file : place.address;
  const store = await usable(name, () => opened(place));
  const machine = store.shared ? machineOf(self) : null;
  const run = { id: newId('run'), pid: self.pid, started: processStartOf(self.pid), machine };
  const isInFlight = createInFlightCheck(self, clock);
  const now = { isInFlight, clock };
  const at = () => new Date(clock()).toISOString();
  /** Readers take a writer's turn too: it is short, and nothing can ever find the database busy. */
  const turn: Store<JournalTables>['write'] = (work) => usable(name, () => store.write(work));

  return {
    check: (draft, sender) =>
      turn(async (db) => {
        await assertNotDuplicate(db, draft, sender, now);
      }),
    begin: (draft, sender) =>
      turn(async (db) => {
        const lifted = await assertNotDuplicate(db, draft, sender, now);
        const intentId = await insert(db, draft, sender, { run, lifted, at: at() });
        markInFlight(intentId);
        return { intentId };
      }),
    recordOutcome: async (intentId, outcome, seen) => {
      try {
        await store.write((db) => addOutcome(db, intentId, outcome, { seen, at: at() }));
      } catch (cause) {
        throw new JournalWriteError(intentId, outcome, cause);
      } finally {
        clearInFlight(intentId);
      }
    },
    resolve: (intentId, verdict, note, serverId) =>
      turn((db) => addVerdict(db, intentId, verdict, { note, serverId, at: at(), isInFlight })),
    evidenceFor: (intent) => turn((db) => findCancellation(db, intent)),
    listUnresolved: () => turn((db) => listUnresolved(db, isInFlight)),
    recordCapability: (origin, what) => turn((db) => recordCapability(db, origin, what, at())),
    hasCapability: (origin, what) => turn((db) => hasCapability(db, origin, what)),
    sumMovedSinceCents: (since, within) => turn((db) => sumMovedSinceCents(db, since, within)),
    knownFile: (rows, to) => turn((db) => knownFile(db, rows, to, now)),
    startFile: (known, { again, to }) =>
      turn(async (db) => {
        const id = newId('file');
        await startFile(db, id, known, { again, to, at: at() });
        return id;
      }),
    endFiles: (files, { renew }) => turn((db) => endFiles(db, files, { renew, at: at() })),
    list: (which = {}) => turn((db) => listIntents(db, which, isInFlight)),
    listPlanIntents: (plan) => turn((db) => listPlanIntents(db, plan)),
    show: (intentId) => turn((db) => history(db, intentId)),
    close: store.close,
  };
}

/** How long a statement may take before the journal counts as lost, in milliseconds: longer than a writer's turn is waited for. */
const STATEMENT_MS = 20_000;

const placeOf = (where: string): StoreLocation =>
  /^postgres(ql)?:/.test(where)
    ? { address: where, schema: 'remit_journal', statementMs: STATEMENT_MS }
    : { file: join(where, 'journal.db') };

async function opened(place: StoreLocation): Promise<Store<JournalTables>> {
  const store = await openAt<JournalTables>(place);
  try {
    await store.write(migrateJournal);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Runs `work`; what the file system or the database says against it becomes `JournalUnavailableError`. */
async function usable<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isFault(cause)) throw cause;
    const why = `The journal ${name} cannot be used: ${cause.message}. It was not changed.`;
    throw new JournalUnavailableError(why, { cause });
  }
}

/** The file system and the databases give their errors a code. */
const isFault = (error: unknown): error is Error =>
  error instanceof JournalSchemaError || (error instanceof Error && 'code' in error);
