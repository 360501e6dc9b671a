/** Filling and clearing of a sandbox. */

import { sql } from 'kysely';
import type { Seed } from '../../api/controls/state.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import {
  readSetting,
  removeSetting,
  requireSetting,
  settings,
  writeSetting,
} from '../context/settings.ts';
import { sandboxSchema } from '../database/tables.ts';
import { createOwner } from '../user/create.ts';
import { moveDeliveries } from '../webhooks/delivery-cursor.ts';
import type { SandboxOwner } from './companies.ts';
import { fillDemo } from './demo.ts';

/**
 * Fills an empty sandbox: the owner and the account, and for `demo` and `basic` enough to pay an invoice at once. Returns
 * the owner.
 */
export async function fill(world: HandlerContext, name: Seed): Promise<SandboxOwner> {
  const owner = (await readSetting(world.db, settings.owner)) ?? (await createOwner(world));
  if (name !== 'empty') await fillDemo(world, owner, { hasHistory: name === 'demo' });
  await writeSetting(world.db, settings.seed, name);
  return owner;
}

/** Deletes everything except the owner, the owner's tokens and tags, and the clocks. */
export async function clear({ db }: HandlerContext): Promise<void> {
  const { userId, accountId } = await requireSetting(db, settings.owner);
  await removeSetting(db, settings.config);
  await moveDeliveries(db, 0);
  for (const table of Object.keys(sandboxSchema.tables)) {
    if (!keptTables.includes(table)) await sql`delete from ${sql.table(table)}`.execute(db);
  }
  await db.deleteFrom('tokens').where('user_id', '!=', userId).execute();
  await db.deleteFrom('users').where('id', '!=', userId).execute();
  await db.deleteFrom('tags').where('account_id', '!=', accountId).execute();
  await db.deleteFrom('accounts').where('id', '!=', accountId).execute();
}

/** Returns the owner's businesses, oldest first: in the demo the payer, then the payee. */
export async function businessesOf({ db }: Pick<HandlerContext, 'db'>) {
  const { accountId } = await requireSetting(db, settings.owner);
  return db
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy(sql`rowid`)
    .execute();
}

/** The tables of which a part or all is kept. */
const keptTables = ['accounts', 'inspector_keys', 'settings', 'tags', 'tokens', 'users'];
