import type { Kysely } from 'kysely';
import type { Row, SandboxTables } from '../database/tables.ts';
import { availableOf, bankOf, pendingOf, withdrawingOf } from './accounts.ts';

/** What a business has, in cents. */
export interface BalanceCents {
  /** Withdrawable; negative after a payment that came back late. */
  readonly available: number;
  /** Incoming, not settled. */
  readonly pending: number;
  /** On its way out, until it has arrived. */
  readonly withdrawing: number;
  readonly total: number;
}

/** The balance of a business as the ledger has it: `GET …/balance` of the specification. */
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
  const [available = 0, pending = 0, setAside = 0] = names.map((name) =>
    owed(rows.find((it) => it.name === name)?.cents),
  );
  const withdrawing = setAside + (await centsOnTheirWay(db, businessId));
  return { available, pending, withdrawing, total: available + pending + withdrawing };
}

/** Liabilities stand on the credit side, which is negative. */
const owed = (cents = 0) => 0 - cents;

async function centsOnTheirWay(db: Kysely<SandboxTables>, businessId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('withdrawals')
    .select((it) => it.fn.coalesce(it.fn.sum<number>('cents'), it.lit(0)).as('cents'))
    .where('business_id', '=', businessId)
    .where('status', '=', 'PROCESSING')
    .executeTakeFirstOrThrow();
  return cents;
}

type Bank = Pick<Row<'bank_accounts'>, 'id' | 'outside_cents'>;

/** What an outside bank account holds now, in cents: what it was said to hold, and what moved since. Null: enough for anything. */
export const bankFundsCents = async (db: Kysely<SandboxTables>, { id, outside_cents }: Bank) =>
  outside_cents === null ? null : outside_cents + (await movedThrough(db, id));

/** What it must have held before anything moved, in cents, so that it holds `cents` now. */
export const outsideFundsCents = async (db: Kysely<SandboxTables>, { id }: Bank, cents: number) =>
  cents - (await movedThrough(db, id));

async function movedThrough(db: Kysely<SandboxTables>, id: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('cents')
    .where('name', '=', bankOf(id))
    .executeTakeFirst();
  return row?.cents ?? 0;
}
