import type { Kysely } from 'kysely';
import type { Row, Tables } from '../database/tables.ts';
import { bankOf } from './accounts.ts';

type Bank = Pick<Row<'bank_accounts'>, 'id' | 'outside_cents'>;

/** What an outside bank account holds now, in cents: what it was said to hold, and what moved since. Null: enough for anything. */
export const fundsOf = async (db: Kysely<Tables>, { id, outside_cents }: Bank) =>
  outside_cents === null ? null : outside_cents + (await movedThrough(db, id));

/** What it must have held before anything moved, in cents, so that it holds `cents` now. */
export const outsideFor = async (db: Kysely<Tables>, { id }: Bank, cents: number) =>
  cents - (await movedThrough(db, id));

async function movedThrough(db: Kysely<Tables>, id: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('cents')
    .where('name', '=', bankOf(id))
    .executeTakeFirst();
  return row?.cents ?? 0;
}
