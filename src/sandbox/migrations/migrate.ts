import type { Kysely, Transaction } from 'kysely';
import { applyChanges, type Change } from '../../storage/ddl.ts';
import { accountingTables } from './0004-accounting.ts';
import { faultTables } from './0006-faults.ts';
import { firstTables } from './0001-core.ts';
import { inspectorTables } from './0003-inspector.ts';
import { linkTables } from './0002-links.ts';
import { pageTables } from './0005-pages.ts';
import { scaleIndices } from './0007-scale-indices.ts';
import type { Tables } from '../database/tables.ts';

/** Every change of the database's shape, oldest first. Never edited once released: a later shape is a later entry. */
const migrations: readonly (readonly Change[])[] = [
  firstTables,
  linkTables,
  inspectorTables,
  accountingTables,
  pageTables,
  faultTables,
  scaleIndices,
];

/**
 * Brings the database to the newest shape, all of it or nothing, and records how far it came.
 * Throws when a newer program made it.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await applyChanges(transaction, [
      'create table if not exists settings (key text primary key, value text not null) strict, without rowid',
    ]);
    const done = await shapeOf(transaction);
    if (done > migrations.length) {
      throw new Error('This sandbox folder was made by a newer version of this program.');
    }
    await applyChanges(transaction, migrations.slice(done).flat());
    if (done < migrations.length) await recordShape(transaction, migrations.length);
  });
}

async function shapeOf(db: Transaction<Tables>): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'shape')
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

const recordShape = (db: Transaction<Tables>, shape: number) =>
  db
    .insertInto('settings')
    .values({ key: 'shape', value: String(shape) })
    .onConflict((it) => it.column('key').doUpdateSet({ value: String(shape) }))
    .execute();
