import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from '../../../src/storage/open.ts';

/** Everything that a sandbox remembers, a text for each table. */
export type Dump = Readonly<Record<string, string>>;

/** What a request may leave behind though it was refused. */
const ofRequests = ['idempotency', 'sign_in_failures'];

/** Reads the tables of a sandbox that is being served, through a connection of its own. */
export async function openTables(dataDir: string) {
  const store = openStore<object>(join(dataDir, 'sandbox.db'));
  const listed = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' order by name`.execute(store.db);
  const names = listed.rows.map(({ name }) => name).filter((it) => !ofRequests.includes(it));
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
