/** Verdicts that one person requests and another one approves. */

import type { Kysely } from 'kysely';
import { appendEntry } from './chain/append-entry.ts';
import {
  headText,
  parseContent,
  type VerdictApproval,
  type VerdictRequest,
} from './chain/entry.ts';
import { VerdictOutdatedError } from './errors.ts';
import type { JournalAccess } from './journal.ts';
import type { JournalTables } from './tables.ts';
import { addVerdict, assertOpen } from './write-intents.ts';

/** The state of the verdict on an intent. */
export interface VerdictState {
  /** The newest entry of the intent, as printed, which a signature covers. */
  readonly head: string;
  /** The request that the newest entry records; `undefined` if it records anything else. */
  readonly request: VerdictRequest | undefined;
}

/**
 * Returns the state of the verdict on an intent.
 *
 * @throws {NothingToResolveError} If the intent is not unresolved.
 */
export async function verdictState(
  { db, findSender }: JournalAccess,
  intentId: string,
): Promise<VerdictState> {
  await assertOpen(db, intentId, findSender);
  return selectState(db, intentId);
}

/**
 * Records a request, which changes nothing. It replaces an earlier request. The signature is the caller's to verify.
 *
 * @throws {NothingToResolveError} If the intent is not unresolved.
 * @throws {VerdictOutdatedError} If `request.after` is not the newest entry of the intent any more.
 */
export async function requestVerdict(
  { db, at, findSender }: JournalAccess,
  intentId: string,
  request: VerdictRequest,
): Promise<void> {
  await assertOpen(db, intentId, findSender);
  await assertNewest(db, intentId, request.after);
  await appendEntry(db, { kind: 'verdict-request', at: at(), intentId, request });
}

/**
 * Records an approval, and the verdict that was requested. The signature is the caller's to verify.
 *
 * @throws {NothingToResolveError} If the intent is not unresolved.
 * @throws {VerdictOutdatedError} If `approval.after` is not the newest entry of the intent, or is no request.
 */
export async function approveVerdict(
  { db, at, findSender }: JournalAccess,
  intentId: string,
  approval: VerdictApproval,
): Promise<void> {
  const request = await assertNewest(db, intentId, approval.after);
  if (request === undefined) throw new VerdictOutdatedError(intentId);
  const { verdict, note } = request;
  const now = at();
  await appendEntry(db, { kind: 'verdict-approval', at: now, intentId, approval });
  await addVerdict(db, intentId, verdict, { source: 'person', note, at: now, findSender });
}

async function selectState(db: Kysely<JournalTables>, intentId: string): Promise<VerdictState> {
  const newest = await db
    .selectFrom('entries')
    .select(['seq', 'hash', 'content'])
    .where('intent_id', '=', intentId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) throw new VerdictOutdatedError(intentId);
  return { head: headText(newest), request: parseContent(newest.content)?.request };
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
