import { join } from 'node:path';
import { openAt } from '../storage/open-database.ts';
import type { Place, Store } from '../storage/store.ts';
import { movedSince, type Observation, observe, wasObserved } from './daily-total.ts';
import type { Destination } from './destination.ts';
import { guard } from './duplicate-guard.ts';
import { JournalUnusable, NotRecorded } from './errors.ts';
import { endFiles, type KnownFile, knownFile, type RowContent, startFile } from './file-rows.ts';
import { begin, end, underWay } from './in-flight.ts';
import type { Intent, KeptIntent, Lifted, Settled, Verdict } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { history, type IntentHistory } from './intent-history.ts';
import { migrate, WrongShape } from './migrations.ts';
import { cancelled } from './payment-ended.ts';
import { ofPlan, type PlanIntent } from './plan-batches.ts';
import { machineOf, type Self, startOf } from './process-identity.ts';
import { list } from './read-intents.ts';
import type { Seen, Sender } from './send-context.ts';
import type { Tables } from './tables.ts';
import { type Doubt, doubts } from './unresolved.ts';
import { addOutcome, addVerdict, insert, newId } from './write-intents.ts';

/**
 * The write-ahead record of everything that must not happen twice. A row is on disk before the first byte is sent, and
 * what became of it right after; one that has no outcome locks its like out until somebody knows.
 * Every method throws `JournalUnusable` when the database fails it, unless it says otherwise.
 */
export interface Journal {
  /** Throws what `begin` would throw, and writes nothing. */
  readonly check: (draft: IntentDraft, sender: Sender) => Promise<void>;
  /** Writes the intent down, on disk when it returns. Throws `InDoubt`, `AlreadyDone`, `RowAlreadyCreatedError`, `NonPositiveAmountError`. */
  readonly begin: (draft: IntentDraft, sender: Sender) => Promise<{ readonly intentId: string }>;
  /** Writes down what became of it, once. Throws `NotRecorded`. */
  readonly settle: (intentId: string, outcome: Settled, seen: Seen) => Promise<void>;
  /** Writes down what a person, or the service's own records, found out: `not-applied` frees its like, `applied` guards against it. Throws `NotInDoubt`. */
  readonly resolve: (
    intentId: string,
    verdict: Verdict,
    note: string | null,
    serverId?: string,
  ) => Promise<void>;
  /** What the journal itself knows to allow the repeat of an applied intent; null when it knows nothing. */
  readonly evidenceFor: (intent: KeptIntent) => Promise<Lifted | null>;
  /** Intents in doubt with all that helps to settle them, oldest first. */
  readonly doubts: () => Promise<Doubt[]>;
  /** Keeps what a service was seen to do, for the judging of doubts. */
  readonly observe: (origin: string, what: Observation) => Promise<void>;
  readonly wasObserved: (origin: string, what: Observation) => Promise<boolean>;
  /** Everything that was sent for a payment run, by the hash of its plan, oldest first. */
  readonly ofPlan: (plan: string) => Promise<PlanIntent[]>;
  /** Cents that moved out in an environment since a moment of the service's clock, or may have. */
  readonly movedSince: (since: string, within: Destination) => Promise<number>;
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
 * Throws `JournalUnusable` with the place and what is wrong; a damaged journal is left as it is, never replaced.
 */
export async function openJournal(
  where: string,
  self: Self,
  clock: () => number = Date.now,
): Promise<Journal> {
  const place = placeOf(where);
  const name = 'file' in place ? place.file : place.address;
  const store = await usable(name, () => opened(place));
  const machine = store.shared ? machineOf(self) : null;
  const run = { id: newId('run'), pid: self.pid, started: startOf(self.pid), machine };
  const isUnderWay = underWay(self, clock);
  const now = { isUnderWay, clock };
  const at = () => new Date(clock()).toISOString();
  /** Readers take a writer's turn too: it is short, and nothing can ever find the database busy. */
  const turn: Store<Tables>['write'] = (work) => usable(name, () => store.write(work));

  return {
    check: (draft, sender) =>
      turn(async (db) => {
        await guard(db, draft, sender, now);
      }),
    begin: (draft, sender) =>
      turn(async (db) => {
        const lifted = await guard(db, draft, sender, now);
        const intentId = await insert(db, draft, sender, { run, lifted, at: at() });
        begin(intentId);
        return { intentId };
      }),
    settle: async (intentId, outcome, seen) => {
      try {
        await store.write((db) => addOutcome(db, intentId, outcome, { seen, at: at() }));
      } catch (cause) {
        throw new NotRecorded(intentId, outcome, cause);
      } finally {
        end(intentId);
      }
    },
    resolve: (intentId, verdict, note, serverId) =>
      turn((db) => addVerdict(db, intentId, verdict, { note, serverId, at: at(), isUnderWay })),
    evidenceFor: (intent) => turn((db) => cancelled(db, intent)),
    doubts: () => turn((db) => doubts(db, isUnderWay)),
    observe: (origin, what) => turn((db) => observe(db, origin, what, at())),
    wasObserved: (origin, what) => turn((db) => wasObserved(db, origin, what)),
    movedSince: (since, within) => turn((db) => movedSince(db, since, within)),
    knownFile: (rows, to) => turn((db) => knownFile(db, rows, to, now)),
    startFile: (known, { again, to }) =>
      turn(async (db) => {
        const id = newId('file');
        await startFile(db, id, known, { again, to, at: at() });
        return id;
      }),
    endFiles: (files, { renew }) => turn((db) => endFiles(db, files, { renew, at: at() })),
    list: (which = {}) => turn((db) => list(db, which, isUnderWay)),
    ofPlan: (plan) => turn((db) => ofPlan(db, plan)),
    show: (intentId) => turn((db) => history(db, intentId)),
    close: store.close,
  };
}

/** How long a statement may take before the journal counts as lost, in milliseconds: longer than a writer's turn is waited for. */
const STATEMENT_MS = 20_000;

const placeOf = (where: string): Place =>
  /^postgres(ql)?:/.test(where)
    ? { address: where, schema: 'remit_journal', statementMs: STATEMENT_MS }
    : { file: join(where, 'journal.db') };

async function opened(place: Place): Promise<Store<Tables>> {
  const store = await openAt<Tables>(place);
  try {
    await store.write(migrate);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Runs `work`; what the file system or the database says against it becomes `JournalUnusable`. */
async function usable<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isFault(cause)) throw cause;
    const why = `The journal ${name} cannot be used: ${cause.message}. It was left as it is.`;
    throw new JournalUnusable(why, { cause });
  }
}

/** The file system and the databases give their errors a code. */
const isFault = (error: unknown): error is Error =>
  error instanceof WrongShape || (error instanceof Error && 'code' in error);
