import { z } from 'zod/mini';
import { controls } from '../../contract/control.ts';
import type { LedgerClass } from '../../contract/control-records.ts';
import { toDollars } from '../../contract/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { createNotFoundError, readAmount } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { balanceOf } from '../ledger/balance.ts';
import { checkLedger } from '../ledger/invariants.ts';
import { seedCredit } from '../ledger/post.ts';
import { toBalance } from '../withdrawal/handlers.ts';
import { type ControlRoute, control } from './route.ts';

const Credit = z.object({ businessId: z.string(), amount: z.number() });

/** Controls of the ledger. Balances are in dollars, in the sense of the account's class: a liability is positive. */
export const ledgerControls: readonly ControlRoute[] = [
  control(controls.readLedger, async (_, { db }) => {
    const rows = await db.selectFrom('ledger_accounts').selectAll().orderBy('name').execute();
    return { accounts: rows.map(toAccount) };
  }),

  control(controls.checkLedger, (_, { db }) => checkLedger(db)),

  control(controls.readLedgerAccount, async ({ params: { name } }, world) => {
    const row = await world.db
      .selectFrom('ledger_accounts')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row) throw createNotFoundError('ledger account', name);
    return { ...toAccount(row), entries: await entriesOf(row, world) };
  }),

  control(controls.creditBusiness, async ({ body }, world) => {
    const { businessId, amount } = readBody(Credit, body);
    await checkBusiness(businessId, world);
    await seedCredit(world, businessId, readAmount(amount));
    return toBalance(businessId, await balanceOf(world.db, businessId), world.now());
  }),
];

const toAccount = (row: Row<'ledger_accounts'>) => ({
  name: row.name,
  class: row.class,
  balance: shown(row.cents, row.class),
});

/** Converts cents to dollars. Debits are positive in the database; a liability grows by credits. */
const shown = (cents: number, kind: LedgerClass): number =>
  toDollars(kind === 'liability' ? 0 - cents : cents);

/** Returns all lines of an account, oldest first. */
async function entriesOf({ name, class: kind }: Row<'ledger_accounts'>, { db }: HandlerContext) {
  const rows = await db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_lines.entry_seq')
    .select(['entry_seq', 'at', 'event', 'ref', 'cents'])
    .where('account', '=', name)
    .orderBy('entry_seq')
    .orderBy('line')
    .execute();
  return rows.map(({ entry_seq, cents, ...rest }) => ({
    entry: entry_seq,
    ...rest,
    amount: shown(cents, kind),
  }));
}

async function checkBusiness(id: string, { db }: HandlerContext): Promise<void> {
  const row = await db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw createNotFoundError('business', id);
}
