/** The history of one intent. */

import type { Kysely } from 'kysely';
import { compareText } from '../../compare-text.ts';
import { type PrintedEntry, selectEntriesOf } from './chain/append-entry.ts';
import { headText, parseContent } from './chain/entry.ts';
import type { Consent, Intent } from './intent.ts';
import { selectById, toListedIntent } from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** One event in the history of an intent. `at` is a UTC ISO timestamp. */
export interface HistoryEntry {
  readonly at: string;
  readonly event: string;
  readonly [detail: string]: unknown;
}

export interface IntentHistory extends Intent {
  /** `null` if none was needed. */
  readonly consent: Consent | null;
  /** Oldest first: the record of the intent, its outcome, its verdicts. */
  readonly history: readonly HistoryEntry[];
  /** The heads of the chain after each of its entries: `12:9f86d0…`. */
  readonly entries: readonly string[];
}

/** Returns an intent with its history; `undefined` if it does not exist. */
export async function history(
  db: Kysely<JournalTables>,
  id: string,
): Promise<IntentHistory | undefined> {
  const row = await selectById(db, id);
  if (!row) return undefined;
  const outcomes = await db
    .selectFrom('outcomes')
    .selectAll()
    .where('intent_id', '=', id)
    .execute();
  const verdicts = await db
    .selectFrom('verdicts')
    .selectAll()
    .where('intent_id', '=', id)
    .orderBy('seq')
    .execute();

  const batch = await db
    .selectFrom('plan_batches')
    .select(['plan', 'batch'])
    .where('intent_id', '=', id)
    .executeTakeFirst();
  const entries = await selectEntriesOf(db, id);
  const steps: HistoryEntry[] = [
    {
      at: row.created_at,
      event: 'sending',
      before: withoutHashes(JSON.parse(row.seen_before)),
      repeats: row.repeats,
      because: row.repeats_because,
      ...batch,
    },
    ...outcomes.map(({ at, outcome, status, code, request_id, server_id }) => ({
      at,
      event: outcome,
      status,
      code,
      requestId: request_id,
      serverId: server_id,
    })),
    ...[
      ...entries.flatMap(signedStepOf),
      ...verdicts.map(({ at, verdict, note }) => ({ at, event: `resolved as ${verdict}`, note })),
    ].toSorted((one, other) => compareText(one.at, other.at)),
  ];
  return {
    ...toListedIntent(row),
    consent: row.consent,
    history: steps,
    entries: entries.map(headText),
  };
}

/** Returns the facts from before a request without the hashes of what was sent, which say nothing to a person. */
const withoutHashes = ({ sent: _, ...facts }: Readonly<Record<string, unknown>>) => facts;

/** Returns the event of an entry that records a signature of a verdict; none for others. */
function signedStepOf({ content }: PrintedEntry): HistoryEntry[] {
  const { at = '', request, approval } = parseContent(content) ?? {};
  if (request) {
    const { verdict, person, note } = request;
    return [{ at, event: `${verdict} requested`, person, note }];
  }
  return approval ? [{ at, event: 'request approved', person: approval.person }] : [];
}
