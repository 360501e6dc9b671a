/** Balances of businesses and of outside bank accounts, from the ledger. */

import type { Kysely } from 'kysely';
import type { Row, SandboxTables } from '../database/tables.ts';
import { availableOf, bankOf, pendingOf, withdrawingOf } from './accounts.ts';

/** The balance of a business, in cents. */
export interface BalanceCents {
  /** Withdrawable; negative after a late return of a payment whose money was withdrawn. */
  readonly available: number;
  /** Incoming and not settled. */
  readonly pending: number;
  /** Set aside for withdrawals, or in transit to a bank. */
  readonly withdrawing: number;
  readonly total: number;
}

/** Returns the balance of a business from the ledger: `GET …/balance` of the specification. */
export async function balanceOf(
  db: Kysely<SandboxTables>,
  businessId: string,
): Promise<BalanceCents> {
  const names = [availableOf(businessId), pendingOf(businessId), withdrawingOf(businessId)];
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['name', 'cents'])
    .where('name', 'in', names)
    .execute();
  const [available = 0, pending = 0, reserved = 0] = names.map((name) =>
    owed(rows.find((row) => row.name === name)?.cents),
  );
  const withdrawing = reserved + (await centsOnTheirWay(db, businessId));
  return { available, pending, withdrawing, total: available + pending + withdrawing };
}

/** Returns what a liability owes: its credits are negative. */
const owed = (cents = 0) => 0 - cents;

async function centsOnTheirWay(db: Kysely<SandboxTables>, businessId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('withdrawals')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('cents'), eb.lit(0)).as('cents'))
    .where('business_id', '=', businessId)
    .where('status', '=', 'PROCESSING')
    .executeTakeFirstOrThrow();
  return cents;
}

type Bank = Pick<Row<'bank_accounts'>, 'id' | 'outside_cents'>;

/**
 * Returns the cents that an outside bank account holds now: its initial funds and the movements since.
 *
 * Null means enough for anything.
 */
export const bankFundsCents = async (db: Kysely<SandboxTables>, { id, outside_cents }: Bank) =>
  outside_cents === null ? null : outside_cents + (await sumMoved(db, id));

/** Returns the cents that the account must have held initially to hold `cents` now. */
export const outsideFundsCents = async (db: Kysely<SandboxTables>, { id }: Bank, cents: number) =>
  cents - (await sumMoved(db, id));

async function sumMoved(db: Kysely<SandboxTables>, id: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('cents')
    .where('name', '=', bankOf(id))
    .executeTakeFirst();
  return row?.cents ?? 0;
}
