import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { availableOf, pendingOf, withdrawingOf } from './accounts.ts';

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
export async function balanceOf(db: Kysely<Tables>, businessId: string): Promise<BalanceCents> {
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

async function centsOnTheirWay(db: Kysely<Tables>, businessId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('withdrawals')
    .select((it) => it.fn.coalesce(it.fn.sum<number>('cents'), it.lit(0)).as('cents'))
    .where('business_id', '=', businessId)
    .where('status', '=', 'PROCESSING')
    .executeTakeFirstOrThrow();
  return cents;
}
