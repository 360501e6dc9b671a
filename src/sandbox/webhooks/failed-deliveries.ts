import type { Kysely } from 'kysely';
import { readSetting, settings, writeSetting } from '../context/settings.ts';
import type { SandboxTables } from '../database/tables.ts';

/** The largest number of failed deliveries that are kept. */
const MAX_FAILED = 1000;

/**
 * Keeps a delivery that was given up; removes it if the event was accepted (`error` null). Resolves to the number of
 * deliveries that are kept.
 */
export async function noteDelivery(
  db: Kysely<SandboxTables>,
  { id, url, error }: { readonly id: string; readonly url: string; readonly error: string | null },
): Promise<number> {
  const known = (await readSetting(db, settings.failedDeliveries)) ?? [];
  const others = known.filter((it) => it.id !== id || it.url !== url);
  const kept = [...others, ...(error === null ? [] : [{ id, url, error }])].slice(-MAX_FAILED);
  if (kept.length > 0 || known.length > 0) {
    await writeSetting(db, settings.failedDeliveries, kept);
  }
  return kept.length;
}
