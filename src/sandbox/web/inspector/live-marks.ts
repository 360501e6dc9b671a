/** Marks of what the inspector shows, by which a change is recognized. */

import { sql } from 'kysely';
import type { Engine } from '../../context/engine.ts';

/**
 * Returns the mark of the database and the clock: one part for each topic, which differs after a change.
 *
 * Each part is read from an index or a small table. Call it inside `runExclusive`.
 *
 * @example `412.57.98.0.29400181`
 */
export async function readLiveMark({ db, clock, now }: Engine): Promise<string> {
  const parts = topics.map(([name, query]) => sql`(${sql.raw(query)}) as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(parts)}`.execute(db);
  const minute = Math.floor(now().getTime() / MINUTE_MS);
  const isFrozen = clock().mode === 'frozen' ? 1 : 0;
  return [...topics.map(([name]) => rows[0]?.[name] ?? 0), minute * 2 + isFrozen].join('.');
}

const MINUTE_MS = 60_000;

const unreadMail =
  'select count(*) from (select 1 from outbox where is_read = 0 limit 1000) as unread';

/** The topics of the database, each with a query of one value that every change of it changes. */
const topics = [
  ['events', 'select max(seq) from events'],
  // A new email, and one that was opened.
  ['mail', `select max(seq) * 1001 + (${unreadMail}) from outbox`],
  ['activity', 'select max(seq) from activity'],
  ['faults', 'select sum(seq + times_applied) from faults'],
] as const;
