import type { Kysely } from 'kysely';
import type { Engine } from '../context/engine.ts';
import {
  readSetting,
  removeSetting,
  settings,
  type WebhookProgress,
  writeSetting,
} from '../context/settings.ts';
import { lastEventSeq, toEvent } from '../control/events.ts';
import type { SandboxTables } from '../database/tables.ts';
import { noteDelivery } from './failed-deliveries.ts';

type Db = Kysely<SandboxTables>;

/**
 * Starts with events from now on, or continues after the last event that was delivered.
 *
 * Without a URL the progress is deleted, so that a later URL starts with events from then on.
 */
export async function beginDeliveries(db: Db, url: string | undefined): Promise<void> {
  if (url === undefined) return removeSetting(db, settings.webhook);
  const known = await readSetting(db, settings.webhook);
  const after = known?.after ?? (await lastEventSeq(db));
  await writeSetting(db, settings.webhook, { failed: 0, lastError: null, ...known, url, after });
}

/** Moves the progress after the event log was replaced: events after `after` are delivered next. */
export async function moveDeliveries(db: Db, after: number): Promise<void> {
  await removeSetting(db, settings.failedDeliveries);
  const known = await readSetting(db, settings.webhook);
  if (known) await writeSetting(db, settings.webhook, { ...known, after });
}

/** Returns the oldest event to deliver with the progress, or `undefined`. */
export async function nextDelivery({ db }: Pick<Engine, 'db'>) {
  const progress = await readSetting(db, settings.webhook);
  if (!progress) return undefined;
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', progress.after)
    .orderBy('seq')
    .executeTakeFirst();
  return row && { seq: row.seq, event: toEvent(row), progress };
}

/** Records a delivery (`error` null) or an event given up, unless the event log was replaced in between. */
export async function recordDelivery(
  db: Db,
  { after }: WebhookProgress,
  { seq, id, error }: { readonly seq: number; readonly id: string; readonly error: string | null },
): Promise<void> {
  const known = await readSetting(db, settings.webhook);
  if (known?.after !== after) return;
  await noteDelivery(db, { id, url: known.url, error });
  await writeSetting(db, settings.webhook, {
    ...known,
    after: seq,
    ...(error !== null && { failed: known.failed + 1, lastError: error }),
  });
}
