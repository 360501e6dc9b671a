import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * What a service was seen to do, by origin. `payment-shows`: once a payment was asked for, its payable showed it at once,
 * by its state, by the payment it names or in its activity log. Where that was seen, its absence is evidence too.
 */
export type Observation = 'payment-shows';

export async function observe(
  db: Kysely<Tables>,
  origin: string,
  what: Observation,
  at: string,
): Promise<void> {
  await db
    .insertInto('observations')
    .values({ origin, what, at })
    .onConflict((it) => it.columns(['origin', 'what']).doUpdateSet({ at }))
    .execute();
}

export async function wasObserved(
  db: Kysely<Tables>,
  origin: string,
  what: Observation,
): Promise<boolean> {
  const row = await db
    .selectFrom('observations')
    .select('at')
    .where('origin', '=', origin)
    .where('what', '=', what)
    .executeTakeFirst();
  return row !== undefined;
}
