import { join } from 'node:path';
import type { StoreLocation } from '../../storage/store.ts';
import type { Engine } from '../context/engine.ts';
import { migrateSandbox } from '../migrations/migrate.ts';
import { beginDeliveries } from '../webhooks/delivery-cursor.ts';
import { type FolderOptions, type OpenedFolder, openFolder, type StartupDeps } from './data-dir.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws away what the wall clock has made worthless: kept answers, failed sign-ins, old checkouts and tokens. */
async function purgeExpired({ transact }: Engine): Promise<void> {
  await transact(async ({ db, wallNow }) => {
    const daysAgo = (days: number) => new Date(wallNow().getTime() - days * DAY_MS).toISOString();
    await db.deleteFrom('idempotency').where('created_at', '<', daysAgo(1)).execute();
    await db.deleteFrom('sign_in_failures').where('at', '<', daysAgo(1)).execute();
    await db.deleteFrom('checkouts').where('expires_at', '<', daysAgo(1)).execute();
    await db.deleteFrom('link_tokens').where('expires_at', '<', daysAgo(30)).execute();
    await db.deleteFrom('tokens').where('expires_at', '<', daysAgo(30)).execute();
  });
}

/** Where a sandbox keeps everything, and what it is to be like. */
export interface StartupOptions extends FolderOptions {
  readonly dataDir: string;
  /** The PostgreSQL database that keeps everything, for several servers at once; a file in the folder when absent. */
  readonly database?: string | undefined;
  /** Where to tell events to, signed; nowhere when absent. */
  readonly webhookUrl?: string | undefined;
}

export const placeOf = ({ dataDir, database }: StartupOptions): StoreLocation =>
  database === undefined
    ? { file: join(dataDir, 'sandbox.db') }
    : { address: database, schema: 'remit_sandbox' };

/** Brings the tables up to date and goes on where the last server stopped. Others that start at the same time wait. */
export function openSandboxData(config: StartupOptions, means: StartupDeps): Promise<OpenedFolder> {
  const { db, shared } = means.store;
  const wake = async () => {
    await migrateSandbox(db);
    const opened = await openFolder(config, means);
    await purgeExpired(opened.engine);
    // Who has no address for events leaves alone what the others tell.
    const { webhookUrl } = config;
    if (webhookUrl !== undefined || !shared) await beginDeliveries(db, webhookUrl);
    return opened;
  };
  return shared ? shared.runExclusive(wake) : wake();
}
