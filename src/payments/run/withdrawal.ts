/** The withdrawal of a plan: a transfer from the balance to a bank account of the business itself. */

import type { Context } from '../../cli/context.ts';
import { estimatedArrival } from '../../cli/payable/estimate-settlement.ts';
import { describeBank } from '../../cli/payable/funding-source.ts';
import { business } from '../../contract/business.ts';
import { toDollars } from '../../contract/money.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import type { PreparedBatch } from '../batches/prepare-batches.ts';
import { totalsOf } from '../batches/totals.ts';
import type { PrepareOptions } from '../prepare.ts';
import { accountsAt } from '../sending/draft-intent.ts';
import { assertCovered, centsToWithdraw, type WithdrawalAmount } from '../withdrawal-amount.ts';
import type { PlanDraft } from './plan.ts';

/**
 * Drafts a withdrawal with the amount that the balance gives now; `undefined` if there is nothing to withdraw.
 *
 * @throws {PreconditionError} If it is more than the balance, or the bank account cannot be used.
 */
export async function draftWithdrawal(
  context: Context,
  amount: WithdrawalAmount,
  to: string,
): Promise<PlanDraft | undefined> {
  const businessId = context.business();
  const balance = await context.call(business.balance, { params: { businessId } });
  const cents = centsToWithdraw(amount, balance);
  if (cents <= 0) return undefined;
  assertCovered(cents, balance.available);
  const accounts = await accountsAt(context, [to], businessId);
  const now = await context.serviceTime();
  const row = {
    row: 1,
    ref: null,
    fundingSourceId: to,
    estimatedSettlementDate: estimatedArrival(now),
    cents,
    payeeId: businessId,
    payeeName: null,
  };
  const banks = new Map([...accounts.values()].map((it) => [it.id, describeBank(it)]));
  const journal = (await context.journal()).id;
  return {
    content: { kind: 'withdrawal', journal, payments: [row] },
    businessId,
    totals: totalsOf([row], banks),
    now,
  };
}

/**
 * Prepares the requests of withdrawals, in order.
 *
 * @throws {PreconditionError} If one is more than the balance.
 */
export async function prepareWithdrawals(
  context: Context,
  rows: readonly PlannedTransfer[],
  optionsOf: (row: PlannedTransfer) => PrepareOptions & { readonly businessId: string },
): Promise<readonly PreparedBatch[]> {
  const gate = await context.payments();
  const all: PreparedBatch[] = [];
  for (const row of rows) {
    const { businessId, ...options } = optionsOf(row);
    const params = { businessId };
    const { available } = await context.call(business.balance, { params });
    assertCovered(row.cents, available);
    const body = { amount: toDollars(row.cents), fundingSourceId: row.fundingSourceId };
    const prepared = await gate.prepare(
      business.withdraw,
      { params, body },
      { ...options, businessId },
    );
    const send: PreparedBatch['send'] = async (onDifference) => {
      const made = await gate.send(prepared, onDifference);
      const { id, status, amount, estimatedArrivalDate } = made;
      return [{ paymentId: id, amount, estimatedSettlementDate: estimatedArrivalDate, status }];
    };
    all.push({ payments: [row], prepared, send });
  }
  return all;
}
