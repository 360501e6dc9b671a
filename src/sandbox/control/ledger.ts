import { z } from 'zod/mini';
import { toDollars } from '../../contract/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { createNotFoundError, readAmount } from '../context/validation.ts';
import type { LedgerClass, Row } from '../database/tables.ts';
import { balanceOf } from '../ledger/balance.ts';
import { checkLedger } from '../ledger/check.ts';
import { seedCredit } from '../ledger/post.ts';
import { toBalance } from '../withdrawal/records.ts';
import { type ControlRoute, control } from './route.ts';

const Credit = z.object({ businessId: z.string(), amount: z.number() });

/** Controls of the ledger. Balances are in dollars, in the sense of the account's class: a liability is positive. */
export const ledgerControls: readonly ControlRoute[] = [
  control('GET', '/sandbox/ledger', async (_, { db }) => {
    const rows = await db.selectFrom('ledger_accounts').selectAll().orderBy('name').execute();
    return { accounts: rows.map(toAccount) };
  }),

  control('GET', '/sandbox/ledger/check', (_, { db }) => checkLedger(db)),

  control('GET', '/sandbox/ledger/accounts/{name}', async ({ params: { name } }, context) => {
    const row = await context.db
      .selectFrom('ledger_accounts')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row) throw createNotFoundError('ledger account', name);
    return { ...toAccount(row), entries: await entriesOf(row, context) };
  }),

  control(
    'POST',
    '/sandbox/ledger/credits',
    async ({ body }, context) => {
      const { businessId, amount } = readBody(Credit, body);
      await checkBusiness(businessId, context);
      await seedCredit(context, businessId, readAmount(amount));
      return toBalance(businessId, await balanceOf(context.db, businessId), context.now());
    },
    201,
  ),
];

const toAccount = (row: Row<'ledger_accounts'>) => ({
  name: row.name,
  class: row.class,
  balance: displayCents(row.cents, row.class),
});

/** Converts cents to dollars. Debits are positive in the database; a liability grows by credits. */
const displayCents = (cents: number, kind: LedgerClass): number =>
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
    amount: displayCents(cents, kind),
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
