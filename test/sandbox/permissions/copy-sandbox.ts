import { cpSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { type SandboxTables, sandboxSchema } from '../../../src/sandbox/database/tables.ts';
import { placeOf } from '../../../src/sandbox/server/startup.ts';
import { databaseCatalogOf } from '../../../src/storage/catalog.ts';
import { openAt } from '../../../src/storage/open-database.ts';
import { createSchema } from '../../../src/storage/tables.ts';
import { databaseFor } from '../../helpers/test-database.ts';

/**
 * Copies the data of a stopped sandbox to a directory, with the database schema that replaces it. Replaces existing data.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  const [source, target] = [from, to].map(databaseFor);
  if (source !== undefined && target !== undefined) await copySchema(source, target);
}

async function copySchema(source: string, target: string): Promise<void> {
  const [from = '', to = ''] = [source, target].map(
    (it) => new URL(it).searchParams.get('schema') ?? '',
  );
  await emptied(target, to);
  const { db, write, close } = await openAt<SandboxTables>(
    placeOf({ dataDir: '', database: target }),
  );
  await write((transaction) => createSchema(transaction, sandboxSchema));
  const catalog = databaseCatalogOf(db);
  for (const table of await catalog.tables(db)) {
    // The database counts payables itself, when they are inserted.
    if (table === 'payable_counts') continue;
    await sql`insert into ${sql.table(table)} select * from ${sql.id(from, table)}`.execute(db);
    await catalog.recount(db, table);
  }
  await close();
}

async function emptied(address: string, schema: string): Promise<void> {
  const { db, close } = await openAt<SandboxTables>(placeOf({ dataDir: '', database: address }));
  await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
  await close();
}
