import { ApiError } from '../../contract/http/api-error.ts';
import { dollarsText } from '../../contract/money.ts';
import { createNotFoundError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import {
  type Bank,
  type BusinessRow,
  checkMayMove,
  checkOwner,
  checkVerified,
  createBankMismatchError,
} from '../payment/rules-request.ts';

type WithdrawalStatus = Row<'withdrawals'>['status'];

interface Move {
  readonly from: readonly WithdrawalStatus[];
  readonly to: WithdrawalStatus;
}

/** Every move that a withdrawal can make. There is none that cancels it. */
const moves = {
  submit: { from: ['PENDING'], to: 'PROCESSING' },
  complete: { from: ['PROCESSING'], to: 'COMPLETED' },
  fail: { from: ['PENDING', 'PROCESSING'], to: 'FAILED' },
} as const satisfies Record<string, Move>;

export type WithdrawalTransition = keyof typeof moves;

/** Whether a withdrawal in this state can make the move. */
export const canTransitionWithdrawal = (
  name: WithdrawalTransition,
  status: WithdrawalStatus,
): boolean => moves[name].from.some((it) => it === status);

/** Where the move leads. Throws `ApiError` (409) when the withdrawal cannot make it. */
export function withdrawalTransitionTarget(
  name: WithdrawalTransition,
  { id, status }: Row<'withdrawals'>,
): WithdrawalStatus {
  const { from, to }: Move = moves[name];
  if (from.includes(status)) return to;
  const message = `Withdrawal ${id} is ${status}; only ${from.join(' or ')} can do this.`;
  throw new ApiError(409, 'invalid_withdrawal_state', message);
}

/** The bank account is there, the caller's, and the business may move money. Throws `ApiError` (404, 403). */
export function checkWithdrawer(
  business: BusinessRow,
  bank: Bank | undefined,
  fundingSourceId: string,
): Bank {
  if (!bank) throw createNotFoundError('bank account', fundingSourceId);
  checkOwner(bank, business.account_id);
  checkMayMove(business);
  return bank;
}

/** The bank account is of this business and verified, the balance enough. Throws `ApiError` (422, 409). */
export function checkWithdrawal(
  { id }: BusinessRow,
  bank: Bank,
  cents: number,
  available: number,
): void {
  if (bank.owner.id !== id) throw createBankMismatchError(bank, `business ${id}`);
  if (cents > available) {
    const message = `The available balance of business ${id} is ${dollarsText(available)}.`;
    throw new ApiError(422, 'insufficient_balance', message);
  }
  checkVerified(bank);
}
