/** The journal: a write-ahead log of requests that must not be sent twice. */

import type { Store } from '../storage/store.ts';
import { type AppliedTransfer, listAppliedTransfers } from './applied-transfers.ts';
import { type BegunIntent, sendsOf } from './begun-intent.ts';
import {
  appendEntry,
  type PrintedEntry,
  selectEntriesOf,
  selectHead,
} from './chain/append-entry.ts';
import type { Adoption, Head } from './chain/entry.ts';
import type { KnownEntries, Verification } from './chain/verification.ts';
import type { Destination } from './destination.ts';
import { assertNotDuplicate, findCancellation } from './duplicate-guard.ts';
import type { ClockDifferenceError } from './errors.ts';
import { endFiles, type KnownFile, knownFile, type RowContent, startFile } from './file-rows.ts';
import { idempotencyKeyFor } from './idempotency-key.ts';
import { createSenderSearch } from './in-flight.ts';
import type {
  FinalOutcome,
  GuardOverride,
  Intent,
  PaidPayable,
  StoredIntent,
  Verdict,
  VerdictSource,
} from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { history, type IntentHistory } from './intent-history.ts';
import { type JournaledPayment, listJournaledPayments } from './journaled-payments.ts';
import { type KeyHistory, keyHistoryOf } from './key-history.ts';
import {
  isJournalDatabase,
  locationOf,
  openJournalStore,
  withJournalErrors,
} from './open-store.ts';
import { listPlanIntents, type PlanIntent } from './plan-batches.ts';
import { type CurrentProcess, identityOf } from './process-identity.ts';
import { type BeingSent, type IntentFilter, listBeingSent, listIntents } from './read-intents.ts';
import { addRevokedPlan, selectRevocation } from './revoked-plans.ts';
import type { OutcomeDetails, SendContext } from './send-context.ts';
import { markersIn } from './sending-markers.ts';
import { type Capability, hasCapability, recordCapability } from './service-capabilities.ts';
import { type SimilarPayments, similarPaymentsOf } from './similar-payments.ts';
import {
  assertWithinLimits,
  type Spending,
  type SpendingLimit,
  sumMovedSinceCents,
} from './spending-limits.ts';
import type { JournalTables } from './tables.ts';
import { listUnresolved, type UnresolvedIntent } from './unresolved.ts';
import { type VerdictRequests, verdictRequestsOf } from './verdict-requests.ts';
import { addVerdict, type JudgedState, newId } from './write-intents.ts';

/**
 * The write-ahead log of every request that must not be sent twice.
 *
 * An intent is on disk before the first byte of its request is sent, and its outcome is recorded right after. An intent
 * without an outcome blocks equal requests until it is resolved. Every method throws `JournalUnavailableError` if the
 * database fails, unless stated otherwise.
 */
export interface Journal extends VerdictRequests, SimilarPayments, KeyHistory {
  /**
   * Returns the idempotency key that `begin` would, or throws the error that it would throw, but for similar payments, which
   * a question names. Writes nothing.
   */
  readonly check: (draft: IntentDraft, sender: SendContext) => Promise<string>;
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
  /**
   * Records the finding of a person (by default) or of the service's records: `not-applied` allows equal requests,
   * `applied` blocks them as duplicates. Only a finding of the service's records lowers the sums of limits. The ids of
   * the payments that it names are recorded with it.
   *
   * @throws {NothingToResolveError} If the intent is not unresolved.
   * @throws {VerdictOutdatedError} If its state is not `judged` any more.
   * @throws {ClockDifferenceError} For a finding of the records on a machine whose clock differs from the database's.
   */
  readonly resolve: (
    intentId: string,
    verdict: Verdict,
    note: string | null,
    found?: {
      readonly source?: VerdictSource;
      readonly serverId?: string | undefined;
      readonly payments?: readonly PaidPayable[] | undefined;
      readonly judged?: JudgedState | undefined;
    },
  ) => Promise<void>;
  /** Returns the time in ms by the journal's clock: the database's, or this machine's for a file. */
  readonly now: () => Promise<number>;
  /** Returns an error if the clock of this machine differs from the journal's by more than 30 seconds. */
  readonly clockDifference: () => ClockDifferenceError | undefined;
  /** Returns the override for an applied intent that the journal itself can prove, or `null`. */
  readonly evidenceFor: (intent: StoredIntent) => Promise<GuardOverride | null>;
  /** Intents that are being sent right now, here or on another machine, and their processes, oldest first. */
  readonly listBeingSent: () => Promise<readonly BeingSent[]>;
  /** Unresolved intents with the facts that help to resolve them, oldest first. */
  readonly listUnresolved: () => Promise<UnresolvedIntent[]>;
  /** Applied payments, batches and withdrawals with the facts that identify them, newest first. */
  readonly listAppliedTransfers: () => Promise<AppliedTransfer[]>;
  /** Records an observed capability of a service, which helps to resolve unknown outcomes. */
  readonly recordCapability: (origin: string, capability: Capability) => Promise<void>;
  /** Reports whether a capability was observed. */
  readonly hasCapability: (origin: string, capability: Capability) => Promise<boolean>;
  /** Every intent of a payment run, by the hash of its plan, oldest first. */
  readonly listPlanIntents: (plan: string) => Promise<PlanIntent[]>;
  /** Revokes the plan with this hash, for good: `begin` refuses its batches. */
  readonly revokePlan: (plan: string) => Promise<void>;
  /** Returns the time (UTC ISO) at which a plan was revoked; `undefined` if it was not. */
  readonly planRevokedAt: (plan: string) => Promise<string | undefined>;
  /** Cents that left, or may have left, in an environment since `since` (UTC ISO, the service's clock). */
  readonly sumMovedSinceCents: (since: string, destination: Destination) => Promise<number>;
  /**
   * Checks the amounts of a whole run against limits, without recording it.
   *
   * @throws {SpendingLimitError} If a limit would be exceeded.
   */
  readonly assertWithinLimits: (
    spending: Spending,
    limits: readonly SpendingLimit[],
  ) => Promise<void>;
  /** Looks up the rows of a file that payables are created from, regardless of its name. */
  readonly knownFile: (rows: readonly RowContent[], to: Destination) => Promise<KnownFile>;
  /**
   * Records that a file is being read; returns its id for the intents of its rows. `again` forgets earlier readings.
   */
  readonly startFile: (
    known: KnownFile,
    options: { readonly again: boolean; readonly to: Destination },
  ) => Promise<string>;
  /** Records that files are finished; `renew` also updates those that ended earlier. */
  readonly endFiles: (
    files: readonly string[],
    options: { readonly renew: boolean },
  ) => Promise<void>;
  /** Lists the intents that match, newest first. */
  readonly list: (filter?: IntentFilter) => Promise<Intent[]>;
  /** Payments at a destination that were made or may have been made, newest first. */
  readonly listPayments: (to: Destination) => Promise<JournaledPayment[]>;
  /** Returns an intent with its history; `undefined` if it does not exist. */
  readonly show: (intentId: string) => Promise<IntentHistory | undefined>;
  /** The random id of the journal, which tells it from a new or another one. */
  readonly id: string;
  /** The file or URL of the journal. */
  readonly place: string;
  /** Records the decision to send with this journal in place of another. */
  readonly adopt: (adoption: Adoption) => Promise<void>;
  /** Returns the last entry of the chain: its hash covers every entry up to it. */
  readonly head: () => Promise<Head>;
  /** Returns the entries of an intent, oldest first. */
  readonly entriesOf: (intentId: string) => Promise<readonly PrintedEntry[]>;
  /** Checks the chain of entries, and that the tables agree with it. Writes nothing. */
  readonly verify: (known?: KnownEntries) => Promise<Verification>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the journal in a state folder (`journal.db`), or one shared by several machines. `path` is the folder, or the
 * URL of a PostgreSQL database; `clock` returns ms, and replaces the clock of the database or of this machine. `folder` is the state folder of this machine, for the
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

  return {
    check: (draft, sender) =>
      transact(async (db) => {
        const overrides = await assertNotDuplicate(db, draft, sender, now);
        return idempotencyKeyFor(db, draft, sender, { journal: id, overrides });
      }),
    ...sendsOf(store, transact, { journal: id, run, now, markers, wallClock: clock ?? Date.now }),
    resolve: (intentId, verdict, note, { source = 'person', ...found } = {}) =>
      transact(async (db) => {
        const difference = time.difference();
        if (source === 'records' && difference) throw difference;
        const facts = { source, note, ...found, at: at(), findSender };
        await addVerdict(db, intentId, verdict, facts);
      }),
    now: () => transact(async () => time.now()),
    clockDifference: time.difference,
    evidenceFor: (intent) => transact((db) => findCancellation(db, intent)),
    listBeingSent: () => transact((db) => listBeingSent(db, findSender)),
    listUnresolved: () => transact((db) => listUnresolved(db, findSender)),
    listAppliedTransfers: () => transact((db) => listAppliedTransfers(db)),
    recordCapability: (origin, capability) =>
      transact((db) => recordCapability(db, origin, capability, at())),
    hasCapability: (origin, capability) => transact((db) => hasCapability(db, origin, capability)),
    sumMovedSinceCents: (since, destination) =>
      transact((db) => sumMovedSinceCents(db, since, destination)),
    assertWithinLimits: (spending, limits) =>
      transact((db) => assertWithinLimits(db, spending, { limits })),
    knownFile: (rows, to) => transact((db) => knownFile(db, rows, to, now)),
    startFile: (known, { again, to }) =>
      transact(async (db) => {
        const id = newId('file');
        await startFile(db, id, known, { again, to, at: at() });
        return id;
      }),
    endFiles: (files, { renew }) => transact((db) => endFiles(db, files, { renew, at: at() })),
    list: (filter = {}) => transact((db) => listIntents(db, filter, findSender)),
    listPlanIntents: (plan) => transact((db) => listPlanIntents(db, plan)),
    revokePlan: (plan) => transact((db) => addRevokedPlan(db, plan, at())),
    planRevokedAt: (plan) => transact((db) => selectRevocation(db, plan)),
    listPayments: (to) => transact((db) => listJournaledPayments(db, to)),
    show: (intentId) => transact((db) => history(db, intentId)),
    id,
    place: name,
    ...chainOf(transact, at),
    ...similarPaymentsOf(transact, now),
    ...keyHistoryOf(transact),
    ...verdictRequestsOf(transact, at, findSender),
    close: store.close,
  };
}

/** Returns the functions about the chain of entries. `at` returns the time (UTC ISO). */
const chainOf = (
  transact: Store<JournalTables>['write'],
  at: () => string,
): Pick<Journal, 'adopt' | 'head' | 'entriesOf' | 'verify'> => ({
  adopt: async (adoption) => {
    await transact((db) =>
      appendEntry(db, { kind: 'adoption', at: at(), intentId: null, adoption }),
    );
  },
  head: () => transact((db) => selectHead(db)),
  entriesOf: (intentId) => transact((db) => selectEntriesOf(db, intentId)),
  verify: async (known = {}) => {
    const { verifyJournal } = await import('./chain/verify-journal.ts');
    return verifyJournal(transact, known);
  },
});
