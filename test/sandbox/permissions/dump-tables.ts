/** Dumps of a sandbox's tables. */

import { sql } from 'kysely';
import { placeOf } from '../../../src/sandbox/server/startup.ts';
import { databaseCatalogOf } from '../../../src/storage/catalog.ts';
import { openAt } from '../../../src/storage/open-database.ts';
import { databaseFor } from '../../helpers/test-database.ts';
import { watchCommits } from '../watch-commits.ts';

/** The content of a sandbox's tables, one JSON text for each. */
export type Dump = Readonly<Record<string, string>>;

/** Tables that a rejected request may change. */
const ofRequests = ['idempotency', 'sign_in_failures'];

/** Opens the tables of a running sandbox over a separate connection. */
export async function openTables(dataDir: string) {
  const store = await openAt<object>(placeOf({ dataDir, database: databaseFor(dataDir) }));
  const listed = await databaseCatalogOf(store.db).tables(store.db);
  const names = listed.filter((it) => !ofRequests.includes(it));
  const commits = await watchCommits(dataDir);
  let last: Dump = {};
  return {
    names,
    /** Dumps the tables; what it dumped last if nothing was committed since. */
    async dump(): Promise<Dump> {
      if (!commits.areNew()) return last;
      const dumped: Record<string, string> = {};
      for (const name of names) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.db);
        dumped[name] = JSON.stringify(rows);
      }
      last = dumped;
      commits.see();
      return dumped;
    },
    async close() {
      await commits.close();
      await store.close();
    },
  };
}
