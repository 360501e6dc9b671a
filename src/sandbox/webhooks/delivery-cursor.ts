import type { Kysely } from 'kysely';
import type { Engine } from '../context/engine.ts';
import { readSetting, settings, type WebhookProgress, writeSetting } from '../context/settings.ts';
import { lastEventSeq, toEvent } from '../control/events.ts';
import type { SandboxTables } from '../database/tables.ts';

type Db = Kysely<SandboxTables>;

/**
 * Begins with the events from now on, or goes on where the last server of the folder was stopped. Without an address
 * nobody is told any more, and who asks for it again begins anew.
 */
export async function beginDeliveries(db: Db, url: string | undefined): Promise<void> {
  if (url === undefined) return endDeliveries(db);
  const known = await readSetting(db, settings.webhook);
  const after = known?.after ?? (await lastEventSeq(db));
  await writeSetting(db, settings.webhook, { failed: 0, lastError: null, ...known, url, after });
}

async function endDeliveries(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', settings.webhook.key).execute();
}

/** The log was replaced: what comes after `after` is still to be told. */
export async function moveDeliveries(db: Db, after: number): Promise<void> {
  const known = await readSetting(db, settings.webhook);
  if (known) await writeSetting(db, settings.webhook, { ...known, after });
}

/** The oldest event that was not told yet; undefined when there is none. */
export async function nextDelivery({ db, cachedQuery }: Pick<Engine, 'db' | 'cachedQuery'>) {
  const progress = await cachedQuery(['settings'], 'webhook', () =>
    readSetting(db, settings.webhook),
  );
  if (!progress) return undefined;
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', progress.after)
    .orderBy('seq')
    .executeTakeFirst();
  return row && { seq: row.seq, event: toEvent(row), progress };
}

/** Goes on with the next event, unless the log was replaced meanwhile. */
export async function recordDelivery(
  db: Db,
  { after }: WebhookProgress,
  { seq, error }: { readonly seq: number; readonly error: string | null },
): Promise<void> {
  const known = await readSetting(db, settings.webhook);
  if (known?.after !== after) return;
  await writeSetting(db, settings.webhook, {
    ...known,
    after: seq,
    ...(error !== null && { failed: known.failed + 1, lastError: error }),
  });
}
