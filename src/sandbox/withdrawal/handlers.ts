/** Handlers of balance and withdrawals. */

import type { business as contract } from '../../contract/business.ts';
import type { Handler, HandlerContext } from '../context/handler-context.ts';
import { readAmount } from '../context/validation.ts';
import { balanceOf } from '../ledger/balance.ts';
import { bankAt, businessAt } from '../payment/records.ts';
import { toBalance, toWithdrawal } from './records.ts';
import { checkWithdrawal, checkWithdrawer } from './rules.ts';
import { startWithdrawal } from './transitions.ts';

/** Returns the balance of a business, in dollars. */
export const balanceHandler: Handler<typeof contract.balance> = (
  { params: { businessId } },
  context,
) => balanceNow(businessId, context);

/** Starts a withdrawal and returns it with the new balance. */
export const withdrawHandler: Handler<typeof contract.withdraw> = async (
  { params, body },
  context,
) => {
  const { businessId } = params;
  const { amount, fundingSourceId } = body;
  const business = await businessAt(context.db, businessId);
  const bank = checkWithdrawer(
    business,
    await bankAt(context.db, fundingSourceId),
    fundingSourceId,
  );
  const cents = readAmount(amount);
  const { available } = await balanceOf(context.db, businessId);
  checkWithdrawal(business, bank, cents, available);

  const withdrawal = await startWithdrawal(context, { businessId, fundingSourceId, cents });
  return { ...toWithdrawal(withdrawal), balance: await balanceNow(businessId, context) };
};

const balanceNow = async (businessId: string, { db, now }: HandlerContext) =>
  toBalance(businessId, await balanceOf(db, businessId), now());
