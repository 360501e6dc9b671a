import type { Kysely } from 'kysely';
import { cancelled } from './cancelled.ts';
import { AlreadyDone, InDoubt } from './errors.ts';
import type { KeptIntent, Lifted } from './intent.ts';
import type { IntentDraft } from './intents.ts';
import { journaled } from './journaled.ts';
import { isGone, type Self } from './process-mark.ts';
import { byKey, type Row, toIntent } from './read.ts';
import type { Sender } from './sender.ts';
import type { Tables } from './tables.ts';

export interface Now {
  readonly isAlive: Self['isAlive'];
  readonly clock: () => number;
}

/**
 * Throws `InDoubt` or `AlreadyDone` for what stands in the way of a draft. Returns the applied intent that would, and
 * why it does not: only the newest one counts, since it could repeat the ones before.
 */
export async function guard(
  db: Kysely<Tables>,
  draft: IntentDraft,
  sender: Sender,
  now: Now,
): Promise<Lifted | null> {
  if (draft.naturalKey === null) return null;
  const rows = await byKey(db, draft.naturalKey);
  const doubt = rows.find((it) => it.in_doubt === 1);
  if (doubt) throw new InDoubt(toIntent(doubt), { isBeingSent: isBeingSent(doubt, now) });

  const applied = rows.find((it) => (it.verdict ?? it.outcome) === 'applied');
  if (!applied || !isGuarded(applied, now)) return null;
  const intent = toIntent(applied);
  const lifted = await liftedBy(db, intent, sender);
  if (!lifted) throw new AlreadyDone(intent);
  return lifted;
}

const isBeingSent = (row: Row, { isAlive }: Now) => row.outcome === null && !isGone(row, isAlive);

const isGuarded = ({ operation, created_at }: Row, { clock }: Now) =>
  clock() - Date.parse(created_at) < (journaled[operation]?.guardedMs ?? 0);

async function liftedBy(
  db: Kysely<Tables>,
  intent: KeptIntent,
  { allowDuplicate, liftedBy: evidence }: Sender,
): Promise<Lifted | null> {
  if (allowDuplicate === intent.id) return { intentId: intent.id, reason: 'asked for by name' };
  if (evidence?.intentId === intent.id) return evidence;
  return cancelled(db, intent);
}
