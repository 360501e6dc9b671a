/** What was committed to a sandbox's database. */

import { join } from 'node:path';
import { closeSqlite, openSqlite } from '../../src/storage/sqlite.ts';
import { databaseFor } from '../helpers/test-database.ts';

/** The commits to the database of a sandbox, by any of its connections. */
export interface Commits {
  /** Reports whether there are commits that were not seen when `see` was called. True if that is not known. */
  readonly areNew: () => boolean;
  /** Sees the commits that `areNew` found. */
  readonly see: () => void;
  readonly close: () => Promise<void>;
}

/** Watches the database in the directory of an open sandbox, over a connection that writes nothing. */
export async function watchCommits(dataDir: string): Promise<Commits> {
  if (databaseFor(dataDir) !== undefined)
    return { areNew: () => true, see: () => {}, close: async () => {} };
  const sqlite = await openSqlite(join(dataDir, 'sandbox.db'), 1_000);
  // Changes with each commit of another connection, and with nothing else.
  const version = sqlite.prepare('pragma data_version');
  const read = () => version.get().data_version;
  let [found, seen]: unknown[] = [];
  return {
    areNew() {
      found = read();
      return found !== seen;
    },
    see() {
      seen = found;
    },
    close: () => closeSqlite(sqlite),
  };
}
