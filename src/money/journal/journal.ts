/** The journal: a write-ahead log of requests that must not be sent twice. */

import type { Transaction } from 'kysely';
import type { Store } from '../../storage/store.ts';
import { listAppliedTransfers } from './applied-transfers.ts';
import { type BegunIntent, sendsOf } from './begun-intent.ts';
import { appendEntry, selectEntriesOf, selectHead } from './chain/append-entry.ts';
import type { Adoption } from './chain/entry.ts';
import type { KnownEntries, Verification } from './chain/verification.ts';
import type { Destination } from './destination.ts';
import { assertNotDuplicate, findCancellation } from './duplicate-guard.ts';
import type { ClockDifferenceError } from './errors.ts';
import { endFiles, type KnownFile, knownFile, type RowContent, startFile } from './file-rows.ts';
import { idempotencyKeyFor } from './idempotency-key.ts';
import { createSenderSearch, type InFlightContext } from './in-flight.ts';
import type { FinalOutcome, PaidPayable, Verdict, VerdictSource } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { history } from './intent-history.ts';
import { listJournaledPayments } from './journaled-payments.ts';
import { listUnderSameKey, listWithPayments } from './key-history.ts';
import {
  isJournalDatabase,
  locationOf,
  openJournalStore,
  withJournalErrors,
} from './open-store.ts';
import { listPaidPayees } from './paid-payees.ts';
import { listPlanIntents } from './plan-batches.ts';
import { type CurrentProcess, identityOf } from './process-identity.ts';
import { type IntentFilter, listBeingSent, listIntents } from './read-intents.ts';
import { addRevokedPlan, selectRevocation } from './revoked-plans.ts';
import type { OutcomeDetails, SendContext } from './send-context.ts';
import { markersIn } from './sending-markers.ts';
import { type Capability, hasCapability, recordCapability } from './service-capabilities.ts';
import { assertSimilarSeen, listSimilar } from './similar-payments.ts';
import {
  assertWithinLimits,
  type Spending,
  type SpendingLimit,
  sumMovedSinceCents,
} from './spending-limits.ts';
import type { JournalTables } from './tables.ts';
import { listUnresolved } from './unresolved.ts';
import { approveVerdict, requestVerdict, verdictState } from './verdict-requests.ts';
import { addVerdict, type JudgedState, newId } from './write-intents.ts';

/** A transaction of a journal, with its clock and the search for senders. */
export interface JournalAccess extends InFlightContext {
  readonly db: Transaction<JournalTables>;
  readonly journal: string;
  /** Returns the time (UTC ISO). */
  readonly at: () => string;
  readonly clockDifference: () => ClockDifferenceError | undefined;
}

/** Makes a function of the journal of one that needs the database alone. */
const onDb =
  <Rest extends readonly unknown[], Result>(
    run: (db: Transaction<JournalTables>, ...rest: Rest) => Promise<Result>,
  ) =>
  ({ db }: JournalAccess, ...rest: Rest): Promise<Result> =>
    run(db, ...rest);

/** The functions of a journal that are one transaction each. A `Journal` has them without the first parameter. */
const journalFunctions = {
  /**
   * Returns the idempotency key that `begin` would, or throws the error that it would throw, except for similar payments, which
   * a question names. Writes nothing.
   */
  async check({ db, journal, ...now }: JournalAccess, draft: IntentDraft, sender: SendContext) {
    const overrides = await assertNotDuplicate(db, draft, sender, now);
    return idempotencyKeyFor(db, draft, sender, { journal, overrides });
  },
  /**
   * Records the finding of a person (by default) or of the service's records: `not-applied` allows equal requests,
   * `applied` blocks them as duplicates. Only a finding of the service's records lowers the sums of limits. The ids of
   * the payments that it names are recorded with it.
   *
   * @throws {NothingToResolveError} If the intent is not unresolved.
   * @throws {VerdictOutdatedError} If its state is not `judged` any more.
   * @throws {ClockDifferenceError} For a finding of the records on a machine whose clock differs from the database's.
   */
  async resolve(
    { db, at, findSender, clockDifference }: JournalAccess,
    intentId: string,
    verdict: Verdict,
    note: string | null,
    {
      source = 'person',
      ...found
    }: {
      readonly source?: VerdictSource;
      readonly serverId?: string | undefined;
      readonly payments?: readonly PaidPayable[] | undefined;
      readonly judged?: JudgedState | undefined;
    } = {},
  ) {
    const difference = clockDifference();
    if (source === 'records' && difference) throw difference;
    await addVerdict(db, intentId, verdict, { source, note, ...found, at: at(), findSender });
  },
  verdictState,
  requestVerdict,
  approveVerdict,
  /** Returns the time in ms by the journal's clock: the database's, or this machine's for a file. */
  now: async ({ clock }: JournalAccess) => clock(),
  evidenceFor: onDb(findCancellation),
  list: ({ db, findSender }: JournalAccess, filter: IntentFilter = {}) =>
    listIntents(db, filter, findSender),
  listBeingSent: ({ db, findSender }: JournalAccess) => listBeingSent(db, findSender),
  listUnresolved: ({ db, findSender }: JournalAccess) => listUnresolved(db, findSender),
  listAppliedTransfers: onDb(listAppliedTransfers),
  listPaidPayees: onDb(listPaidPayees),
  listPayments: onDb(listJournaledPayments),
  listPlanIntents: onDb(listPlanIntents),
  listSimilar: onDb(listSimilar),
  listUnderSameKey: onDb(listUnderSameKey),
  listWithPayments: onDb(listWithPayments),
  show: onDb(history),
  /**
   * Checks that each similar payment was allowed by name. Writes nothing.
   *
   * @throws {UnknownOutcomeError} For the newest one that was not.
   */
  checkSimilar: ({ db, ...now }: JournalAccess, draft: IntentDraft, sender: SendContext) =>
    assertSimilarSeen(db, draft, sender, now),
  recordCapability: ({ db, at }: JournalAccess, origin: string, capability: Capability) =>
    recordCapability(db, origin, capability, at()),
  hasCapability: onDb(hasCapability),
  /** Revokes the plan with this hash, for good: `begin` refuses its batches. */
  revokePlan: ({ db, at }: JournalAccess, plan: string) => addRevokedPlan(db, plan, at()),
  planRevokedAt: onDb(selectRevocation),
  sumMovedSinceCents: onDb(sumMovedSinceCents),
  /**
   * Checks the amounts of a whole run against limits, without recording it.
   *
   * @throws {SpendingLimitError} If a limit would be exceeded.
   */
  assertWithinLimits: (
    { db }: JournalAccess,
    spending: Spending,
    limits: readonly SpendingLimit[],
  ) => assertWithinLimits(db, spending, { limits }),
  /** Looks up the rows of a file that payables are created from, regardless of its name. */
  knownFile: ({ db, ...now }: JournalAccess, rows: readonly RowContent[], to: Destination) =>
    knownFile(db, rows, to, now),
  /** Records that a file is being read; returns its id for the intents of its rows. `again` forgets earlier readings. */
  async startFile(
    { db, at }: JournalAccess,
    known: KnownFile,
    { again, to }: { readonly again: boolean; readonly to: Destination },
  ) {
    const id = newId('file');
    await startFile(db, id, known, { again, to, at: at() });
    return id;
  },
  endFiles,
  /** Records the decision to send with this journal in place of another. */
  async adopt({ db, at }: JournalAccess, adoption: Adoption) {
    await appendEntry(db, { kind: 'adoption', at: at(), intentId: null, adoption });
  },
  head: onDb(selectHead),
  entriesOf: onDb(selectEntriesOf),
};

type Functions = typeof journalFunctions;

type JournalFunctions = {
  readonly [Name in keyof Functions]: Functions[Name] extends (
    access: JournalAccess,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/**
 * The write-ahead log of every request that must not be sent twice.
 *
 * An intent is on disk before the first byte of its request is sent, and its outcome is recorded right after. An intent
 * without an outcome blocks equal requests until it is resolved. Every method throws `JournalUnavailableError` if the
 * database fails, unless stated otherwise.
 */
export interface Journal extends JournalFunctions {
  /**
   * Records the intent; it is on disk when this returns.
   *
   * @throws {UnknownOutcomeError} If an equal request is unresolved, or a similar payment that nobody saw.
   * @throws {DuplicateError} If an equal request was applied.
   * @throws {RowAlreadyCreatedError} If the row of the file was created.
   * @throws {NonPositiveAmountError} If the amount is not above zero.
   * @throws {OtherBodyError} If it differs from an attempt that may still be applied.
   * @throws {PlanRevokedError} If it is part of a plan that was revoked.
   * @throws {PlanRowPaidError} If it is a row of a plan that was paid.
   * @throws {SpendingLimitError} If a limit on a sum would be exceeded.
   */
  readonly begin: (draft: IntentDraft, sender: SendContext) => Promise<BegunIntent>;
  /**
   * Records the outcome of an intent, once: a transaction that is lost is not repeated.
   *
   * @throws {JournalWriteError} If it cannot be written, or may not have been.
   * @throws {VerdictContradictedError} If it was applied, and was resolved as not applied before; it is recorded.
   */
  readonly recordOutcome: (
    intentId: string,
    outcome: FinalOutcome,
    details: OutcomeDetails,
  ) => Promise<void>;
  /** Returns an error if the clock of this machine differs from the journal's by more than 30 seconds. */
  readonly clockDifference: () => ClockDifferenceError | undefined;
  /** The random id of the journal, which tells it from a new or another one. */
  readonly id: string;
  /** The file or URL of the journal. */
  readonly place: string;
  /** Checks the chain of entries, and that the tables agree with it. Writes nothing. */
  readonly verify: (known?: KnownEntries) => Promise<Verification>;
  /** Copies the journal, with its id, into a new file in a directory. */
  readonly copyTo: (folder: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the journal in a state directory (`journal.db`), or one shared by several machines. `path` is the directory, or the
 * URL of a PostgreSQL database; `clock` returns ms, and replaces the clock of the database or of this machine. `folder` is the state directory of this machine, for the
 * markers of what is being sent; without one, a living process counts as the sender of all that it recorded.
 *
 * @throws {JournalUnavailableError} With the place and the reason. A damaged journal is left unchanged, never replaced.
 */
export async function openJournal(
  path: string,
  currentProcess: CurrentProcess,
  clock?: () => number,
  folder: string | undefined = isJournalDatabase(path) ? undefined : path,
): Promise<Journal> {
  const location = locationOf(path);
  const name = 'file' in location ? location.file : location.address;
  const { store, id, time } = await withJournalErrors(name, () =>
    openJournalStore(location, clock),
  );
  const { at } = time;
  const self = identityOf(currentProcess, store.shared !== undefined);
  const markers = markersIn(folder, self, currentProcess.isAlive);
  const run = {
    id: newId('run'),
    ...self,
    sending_folder: store.shared ? markers.folder : null,
    created_at: at(),
  };
  const findSender = createSenderSearch(currentProcess, {
    clock: time.now,
    folder: store.shared ? null : markers.folder,
  });
  const now = { findSender, clock: time.now };
  // Readers take a writer's turn too: it is short, so no reader or writer finds the database busy.
  const transact: Store<JournalTables>['write'] = (work) =>
    withJournalErrors(name, () => store.write(work));
  const access = { ...now, journal: id, at, clockDifference: time.difference };

  return {
    ...inTransactions(transact, access),
    ...sendsOf(store, transact, { journal: id, run, now, markers, wallClock: clock ?? Date.now }),
    clockDifference: time.difference,
    id,
    place: name,
    verify: async (known = {}) => {
      const { verifyJournal } = await import('./chain/verify-journal.ts');
      return verifyJournal(transact, known);
    },
    copyTo: async (folder) => {
      const { copyJournal } = await import('./copy-journal.ts');
      await transact((db) => copyJournal(db, folder));
    },
    close: store.close,
  };
}

/** Returns the functions of a journal, each call in a transaction of its own. */
function inTransactions(
  transact: Store<JournalTables>['write'],
  access: Omit<JournalAccess, 'db'>,
): JournalFunctions {
  const functions = Object.entries(journalFunctions).map(([name, run]) => [
    name,
    (...rest: readonly unknown[]) =>
      transact((db) => Reflect.apply(run, undefined, [{ db, ...access }, ...rest])),
  ]);
  return Object.fromEntries(functions);
}
