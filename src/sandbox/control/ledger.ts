import type { LedgerClass } from '../../api/controls/money.ts';
import { toDollars } from '../../api/money.ts';
import { createNotFoundError, readAmount } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import { balanceOf } from '../ledger/balance.ts';
import { checkLedger } from '../ledger/invariants.ts';
import { seedCredit } from '../ledger/post.ts';
import { toBalance } from '../withdrawal/handlers.ts';
import type { ControlHandlers } from './control-handlers.ts';

/** Controls of the ledger. Balances are in dollars, in the sense of the account's class: a liability is positive. */
export const ledgerControlHandlers: ControlHandlers<
  'readLedger' | 'checkLedger' | 'readLedgerAccount' | 'creditBusiness'
> = {
  async readLedger(_, { db }) {
    const rows = await db.selectFrom('ledger_accounts').selectAll().orderBy('name').execute();
    return rows.map(({ name, class: kind, cents }) => ({
      ...{ name, class: kind, balance: shown(cents, kind) },
    }));
  },

  checkLedger: (_, { db }) => checkLedger(db),

  /** All lines, oldest first. */
  async readLedgerAccount({ name }, { db }) {
    const account = await db
      .selectFrom('ledger_accounts')
      .select('class')
      .where('name', '=', name)
      .executeTakeFirst();
    if (!account) throw createNotFoundError('ledger account', name);
    const rows = await db
      .selectFrom('ledger_lines')
      .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_lines.entry_seq')
      .select(['entry_seq as entry', 'at', 'event', 'ref', 'cents'])
      .where('account', '=', name)
      .orderBy('entry_seq')
      .orderBy('line')
      .execute();
    return rows.map(({ cents, ...row }) => ({ ...row, amount: shown(cents, account.class) }));
  },

  async creditBusiness({ businessId, amount }, world) {
    await rowAt(world.db, 'businesses', businessId);
    await seedCredit(world, businessId, readAmount(amount));
    return toBalance(businessId, await balanceOf(world.db, businessId), world.now());
  },
};

/** Converts cents to dollars. Debits are positive in the database; a liability grows by credits. */
const shown = (cents: number, kind: LedgerClass): number =>
  toDollars(kind === 'liability' ? 0 - cents : cents);
