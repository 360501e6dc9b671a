import type { Engine } from '../context/engine.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws away what the wall clock has made worthless: kept answers, failed sign-ins, old checkouts and tokens. */
export async function sweep({ transact }: Engine): Promise<void> {
  await transact(async ({ db, wallNow }) => {
    const daysAgo = (days: number) => new Date(wallNow().getTime() - days * DAY_MS).toISOString();
    await db.deleteFrom('idempotency').where('created_at', '<', daysAgo(1)).execute();
    await db.deleteFrom('sign_in_failures').where('at', '<', daysAgo(1)).execute();
    await db.deleteFrom('checkouts').where('expires_at', '<', daysAgo(1)).execute();
    await db.deleteFrom('link_tokens').where('expires_at', '<', daysAgo(30)).execute();
    await db.deleteFrom('tokens').where('expires_at', '<', daysAgo(30)).execute();
  });
}
