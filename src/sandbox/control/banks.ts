import { newYorkDate } from '../../api/ach/calendar.ts';
import type { MicroDeposits } from '../../api/controls/banks.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError, readAmount } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { runNextJob } from '../jobs/run-due-jobs.ts';
import { bankFundsCents, outsideFundsCents } from '../ledger/balance.ts';
import { authorizedAgain } from '../payment/returned-account.ts';
import { isBehavior } from '../payment/returns.ts';
import type { ControlHandlers } from './control-handlers.ts';

/** Controls of banks: amounts of micro-deposits, and the behavior and funds of accounts. */
export const bankControlHandlers: ControlHandlers<
  'readBankAccount' | 'changeBankAccount' | 'readMicroDeposits' | 'stepMicroDeposits'
> = {
  readMicroDeposits: async ({ id }, world) =>
    depositsOf(await rowAt(world.db, 'bank_accounts', id)),

  async stepMicroDeposits({ id }, world) {
    await rowAt(world.db, 'bank_accounts', id);
    await runNextJob(world, id);
    return depositsOf(await rowAt(world.db, 'bank_accounts', id));
  },

  async changeBankAccount({ id, behavior, simulatedBalance, authorized }, world) {
    const bank = await rowAt(world.db, 'bank_accounts', id);
    const changed = {
      ...bank,
      ...(behavior !== undefined && { behavior: behavior && readBehavior(behavior) }),
      ...(simulatedBalance !== undefined && {
        outside_cents: await readExternalFunds(bank, simulatedBalance, world),
      }),
      ...(authorized && authorizedAgain(world)),
    };
    await world.db.updateTable('bank_accounts').set(changed).where('id', '=', bank.id).execute();
    return behavingOf(changed, world);
  },

  readBankAccount: async ({ id }, world) =>
    behavingOf(await rowAt(world.db, 'bank_accounts', id), world),
};

function depositsOf(bank: Row<'bank_accounts'>): MicroDeposits {
  const { micro_cents_1: first, micro_cents_2: second, micro_post_at: postAt } = bank;
  if (first === null || second === null) {
    throw new ApiError(409, 'no_micro_deposits', `Bank account ${bank.id} has no micro-deposits.`);
  }
  return {
    fundingSourceId: bank.id,
    status: bank.micro_status,
    amounts: [toDollars(first), toDollars(second)],
    expectedPostDate: postAt === null ? null : newYorkDate(new Date(postAt)),
    attemptsRemaining: bank.micro_attempts,
  };
}

function readBehavior(text: string): string {
  const behavior = text.toUpperCase().replace('-LATE', '-late');
  if (isBehavior(behavior)) return behavior;
  const message = `${text} must be OK, HOLD, a return code or <code>-late.`;
  throw createInvalidFieldError('invalid_behavior', 'behavior', message);
}

const readExternalFunds = async (
  bank: Row<'bank_accounts'>,
  dollars: number | null,
  { db }: HandlerContext,
) =>
  dollars === null
    ? null
    : outsideFundsCents(db, bank, dollars === 0 ? 0 : readAmount(dollars, 'simulatedBalance'));

async function behavingOf(bank: Row<'bank_accounts'>, { db }: HandlerContext) {
  const { id, name, status, behavior, debits_stopped_code: debitsStoppedCode } = bank;
  const funds = await bankFundsCents(db, bank);
  const simulatedBalance = funds === null ? null : toDollars(funds);
  return { fundingSourceId: id, name, status, behavior, simulatedBalance, debitsStoppedCode };
}
