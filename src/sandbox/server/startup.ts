import { join } from 'node:path';
import type { Place } from '../../storage/store.ts';
import { type FolderWishes, type Means, type OpenedFolder, openFolder } from './data-dir.ts';
import { migrate } from '../migrations/migrate.ts';
import { sweep } from './purge-expired.ts';
import { beginDeliveries } from '../webhooks/delivery-cursor.ts';

/** Where a sandbox keeps everything, and what it is to be like. */
export interface Beginning extends FolderWishes {
  readonly dataDir: string;
  /** The PostgreSQL database that keeps everything, for several servers at once; a file in the folder when absent. */
  readonly database?: string | undefined;
  /** Where to tell events to, signed; nowhere when absent. */
  readonly webhookUrl?: string | undefined;
}

export const placeOf = ({ dataDir, database }: Beginning): Place =>
  database === undefined
    ? { file: join(dataDir, 'sandbox.db') }
    : { address: database, schema: 'remit_sandbox' };

/** Brings the tables up to date and goes on where the last server stopped. Others that start at the same time wait. */
export function wokenUp(config: Beginning, means: Means): Promise<OpenedFolder> {
  const { db, shared } = means.store;
  const wake = async () => {
    await migrate(db);
    const opened = await openFolder(config, means);
    await sweep(opened.engine);
    // Who has no address for events leaves alone what the others tell.
    const { webhookUrl } = config;
    if (webhookUrl !== undefined || !shared) await beginDeliveries(db, webhookUrl);
    return opened;
  };
  return shared ? shared.turn(wake) : wake();
}
