/** Filling and clearing of a sandbox. */

import { sql } from 'kysely';
import type { Seed } from '../../api/controls/state.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readSetting, settings, writeSetting } from '../context/settings.ts';
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
  const owner = await readSetting(db, settings.owner);
  const { userId = '', accountId = '' } = owner ?? {};
  await db.deleteFrom('settings').where('key', '=', settings.config.key).execute();
  await moveDeliveries(db, 0);
  for (const table of clearedTables) await db.deleteFrom(table).execute();
  await db.deleteFrom('tokens').where('user_id', '!=', userId).execute();
  await db.deleteFrom('users').where('id', '!=', userId).execute();
  await db.deleteFrom('tags').where('account_id', '!=', accountId).execute();
  await db.deleteFrom('accounts').where('id', '!=', accountId).execute();
}

/** Returns the owner's businesses, oldest first: in the demo the payer, then the payee. */
export async function businessesOf({ db }: Pick<HandlerContext, 'db'>) {
  const owner = await readSetting(db, settings.owner);
  return db
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('account_id', '=', owner?.accountId ?? '')
    .orderBy('created_at')
    .orderBy(sql`rowid`)
    .execute();
}

const clearedTables = [
  'businesses',
  'link_tokens',
  'checkouts',
  'bank_accounts',
  'invitations',
  'connections',
  'connection_sides',
  'payables',
  'payable_counts',
  'activity',
  'pay_me_links',
  'replaced_pay_me_tokens',
  'files',
  'payable_files',
  'payments',
  'debit_authorizations',
  'withdrawals',
  'ledger_entries',
  'ledger_lines',
  'ledger_accounts',
  'jobs',
  'events',
  'outbox',
  'faults',
  'accounting_integrations',
  'accounting_authorizations',
  'accounting_syncs',
  'vendor_mappings',
  'bank_mappings',
  'book_vendors',
  'book_bank_accounts',
  'book_documents',
  'idempotency',
  'sign_in_failures',
] as const;
