import type { Kysely } from 'kysely';
import type { Intent } from './intent.ts';
import { selectById, toListedIntent } from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** One thing that happened to an intent, with what is known of it. */
export interface HistoryEntry {
  readonly at: string;
  readonly event: string;
  readonly [detail: string]: unknown;
}

export interface IntentHistory extends Intent {
  /** Oldest first: that it was written down, its outcome, the verdicts on it. */
  readonly history: readonly HistoryEntry[];
}

/** One intent and everything that happened to it; `undefined` when there is none. */
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

  const steps: HistoryEntry[] = [
    {
      at: row.created_at,
      event: 'sending',
      before: JSON.parse(row.seen_before),
      repeats: row.repeats,
      because: row.repeats_because,
    },
    ...outcomes.map(({ at, outcome, status, code, request_id, server_id }) => ({
      at,
      event: outcome,
      status,
      code,
      requestId: request_id,
      serverId: server_id,
    })),
    ...verdicts.map(({ at, verdict, note }) => ({ at, event: `resolved as ${verdict}`, note })),
  ];
  return { ...toListedIntent(row), history: steps };
}
