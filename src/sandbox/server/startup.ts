/** The start of a sandbox: location, tables, clean-up. */

import { join } from 'node:path';
import { databaseCatalogOf } from '../../storage/catalog.ts';
import type { StoreLocation } from '../../storage/store.ts';
import { createSchema } from '../../storage/tables.ts';
import type { Engine } from '../context/engine.ts';
import { sandboxSchema } from '../database/tables.ts';
import { beginDeliveries } from '../webhooks/delivery-cursor.ts';
import { type FolderOptions, type OpenedFolder, openFolder, type StartupDeps } from './data-dir.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes rows that expired by the wall clock: failed sign-ins, old checkouts and tokens. */
async function purgeExpired({ transact }: Engine): Promise<void> {
  await transact(async ({ db, wallNow }) => {
    const daysAgo = (days: number) => new Date(wallNow().getTime() - days * DAY_MS).toISOString();
    await db.deleteFrom('sign_in_failures').where('at', '<', daysAgo(1)).execute();
    await db.deleteFrom('checkouts').where('expires_at', '<', daysAgo(1)).execute();
    await db.deleteFrom('link_tokens').where('expires_at', '<', daysAgo(30)).execute();
    await db.deleteFrom('tokens').where('expires_at', '<', daysAgo(30)).execute();
  });
}

export interface SandboxPlace {
  readonly dataDir: string;
  /** Connection string of the PostgreSQL database, which several servers can share; a file in the directory by default. */
  readonly database?: string | undefined;
}

/** The location of a sandbox, in memory without a directory, and options of a new one. */
export interface StartupOptions extends FolderOptions {
  /** The directory; absent for a sandbox in memory. */
  readonly dataDir?: string | undefined;
  readonly database?: SandboxPlace['database'];
  /** Script of SQL that fills a new database; it is seeded if absent. */
  readonly contents?: string | undefined;
  /** URL to deliver signed events to; absent for no deliveries. */
  readonly webhookUrl?: string | undefined;
}

/** Returns the location of the database: a file in the directory, or a schema in PostgreSQL. */
export const placeOf = ({ dataDir, database }: SandboxPlace): StoreLocation =>
  database === undefined
    ? { file: join(dataDir, 'sandbox.db') }
    : { address: database, schema: 'remit_sandbox' };

/**
 * Opens the directory and deletes expired rows; creates the tables of a new database.
 *
 * Servers that start at the same time on one database wait for each other.
 *
 * @throws {SchemaError} If the database is not a sandbox of this version.
 */
export function openSandboxData(config: StartupOptions, deps: StartupDeps): Promise<OpenedFolder> {
  const { db, shared, load } = deps.store;
  const { contents } = config;
  const wake = async () => {
    if (contents !== undefined && (await databaseCatalogOf(db).version(db)) === 0) load?.(contents);
    await db.transaction().execute((transaction) => createSchema(transaction, sandboxSchema));
    const opened = await openFolder(config, deps);
    await purgeExpired(opened.engine);
    // A server without a webhook URL leaves the deliveries of other servers alone.
    const { webhookUrl } = config;
    if (webhookUrl !== undefined || !shared) await beginDeliveries(db, webhookUrl);
    return opened;
  };
  return shared ? shared.runExclusive(wake) : wake();
}
