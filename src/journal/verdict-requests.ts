/** Verdicts that one person requests and another one approves. */

import type { Kysely, Transaction } from 'kysely';
import { appendEntry } from './chain/append-entry.ts';
import {
  headText,
  parseContent,
  type VerdictApproval,
  type VerdictRequest,
} from './chain/entry.ts';
import { VerdictOutdatedError } from './errors.ts';
import type { FindSender } from './in-flight.ts';
import type { JournalTables } from './tables.ts';
import { addVerdict, assertOpen } from './write-intents.ts';

/** The state of the verdict on an intent. */
export interface VerdictState {
  /** The newest entry of the intent, as printed, which a signature covers. */
  readonly head: string;
  /** The request that the newest entry records; `undefined` if it records anything else. */
  readonly request: VerdictRequest | undefined;
}

/** Verdicts of two persons. The signatures are the caller's to verify. */
export interface VerdictRequests {
  /**
   * Returns the state of the verdict on an intent.
   *
   * @throws {NothingToResolveError} If the intent is not unresolved.
   */
  readonly verdictState: (intentId: string) => Promise<VerdictState>;
  /**
   * Records a request, which changes nothing. It replaces an earlier request.
   *
   * @throws {NothingToResolveError} If the intent is not unresolved.
   * @throws {VerdictOutdatedError} If `request.after` is not the newest entry of the intent any more.
   */
  readonly requestVerdict: (intentId: string, request: VerdictRequest) => Promise<void>;
  /**
   * Records an approval, and the verdict that was requested.
   *
   * @throws {NothingToResolveError} If the intent is not unresolved.
   * @throws {VerdictOutdatedError} If `approval.after` is not the newest entry of the intent, or is no request.
   */
  readonly approveVerdict: (intentId: string, approval: VerdictApproval) => Promise<void>;
}

/** Returns the functions about verdicts of two persons. `at` returns the time (UTC ISO). */
export const verdictRequestsOf = (
  transact: <Result>(work: (db: Transaction<JournalTables>) => Promise<Result>) => Promise<Result>,
  at: () => string,
  findSender: FindSender,
): VerdictRequests => ({
  verdictState: (intentId) =>
    transact(async (db) => {
      await assertOpen(db, intentId, findSender);
      return selectState(db, intentId);
    }),
  requestVerdict: (intentId, request) =>
    transact(async (db) => {
      await assertOpen(db, intentId, findSender);
      await assertNewest(db, intentId, request.after);
      await appendEntry(db, { kind: 'verdict-request', at: at(), intentId, request });
    }),
  approveVerdict: (intentId, approval) =>
    transact(async (db) => {
      const request = await assertNewest(db, intentId, approval.after);
      if (request === undefined) throw new VerdictOutdatedError(intentId);
      const { verdict, note } = request;
      const now = at();
      await appendEntry(db, { kind: 'verdict-approval', at: now, intentId, approval });
      await addVerdict(db, intentId, verdict, { source: 'person', note, at: now, findSender });
    }),
});

async function selectState(db: Kysely<JournalTables>, intentId: string): Promise<VerdictState> {
  const newest = await db
    .selectFrom('entries')
    .select(['seq', 'hash', 'kind', 'content'])
    .where('intent_id', '=', intentId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) throw new VerdictOutdatedError(intentId);
  const isRequest = newest.kind === 'verdict-request';
  return {
    head: headText(newest),
    request: isRequest ? parseContent(newest.content)?.request : undefined,
  };
}

/** Checks that an entry is the newest of an intent; returns the request that it records, if it is one. */
async function assertNewest(
  db: Kysely<JournalTables>,
  intentId: string,
  after: string,
): Promise<VerdictRequest | undefined> {
  const { head, request } = await selectState(db, intentId);
  if (head !== after) throw new VerdictOutdatedError(intentId);
  return request;
}
