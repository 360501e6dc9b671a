/** Rules of withdrawals: status transitions and checks. Pure functions. */

import { ApiError } from '../../api/http/api-error.ts';
import { dollarsText } from '../../api/money.ts';
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

/** All transitions of a withdrawal. It cannot be cancelled. */
const transitions = {
  submit: { from: ['PENDING'], to: 'PROCESSING' },
  complete: { from: ['PROCESSING'], to: 'COMPLETED' },
  fail: { from: ['PENDING', 'PROCESSING'], to: 'FAILED' },
  return: { from: ['COMPLETED'], to: 'RETURNED' },
} as const satisfies Record<string, Move>;

export type WithdrawalTransition = keyof typeof transitions;

export const canTransitionWithdrawal = (
  name: WithdrawalTransition,
  status: WithdrawalStatus,
): boolean => transitions[name].from.some((from) => from === status);

/**
 * Returns the status after the transition.
 *
 * @throws {ApiError} 409 if the withdrawal is in another status
 */
export function withdrawalTransitionTarget(
  name: WithdrawalTransition,
  { id, status }: Row<'withdrawals'>,
): WithdrawalStatus {
  const { from, to }: Move = transitions[name];
  if (from.includes(status)) return to;
  const message = `Withdrawal ${id} is ${status}; only ${from.join(' or ')} can do this.`;
  throw new ApiError(409, 'invalid_withdrawal_state', message);
}

/** Checks that the bank account exists and belongs to the caller's account, and that the business may move money. */
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

/**
 * Checks that the bank account belongs to this business, that the available balance (cents) is enough, and that the
 * bank account is verified.
 *
 * @throws {ApiError} 422, 422, 409, in that order
 */
export function checkWithdrawal(
  { id }: BusinessRow,
  bank: Bank,
  cents: number,
  available: number,
): void {
  if (bank.owner.id !== id) throw createBankMismatchError(bank.row.id, `business ${id}`);
  if (cents > available) {
    const message = `The available balance of business ${id} is ${dollarsText(available)}.`;
    throw new ApiError(422, 'insufficient_balance', message);
  }
  checkVerified(bank.row);
}
