import { sql } from 'kysely';
import { placeOf } from '../../../src/sandbox/server/startup.ts';
import { databaseCatalogOf } from '../../../src/storage/catalog.ts';
import { openAt } from '../../../src/storage/open-database.ts';
import { databaseFor } from '../../helpers/test-database.ts';

/** Everything that a sandbox remembers, a text for each table. */
export type Dump = Readonly<Record<string, string>>;

/** What a request may leave behind though it was refused. */
const ofRequests = ['idempotency', 'sign_in_failures'];

/** Reads the tables of a sandbox that is being served, through a connection of its own. */
export async function openTables(dataDir: string) {
  const store = await openAt<object>(placeOf({ dataDir, database: databaseFor(dataDir) }));
  const listed = await databaseCatalogOf(store.db).tables(store.db);
  const names = listed.filter((it) => !ofRequests.includes(it));
  return {
    names,
    async dump(): Promise<Dump> {
      const dumped: Record<string, string> = {};
      for (const name of names) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.db);
        dumped[name] = JSON.stringify(rows);
      }
      return dumped;
    },
    close: store.close,
  };
}
