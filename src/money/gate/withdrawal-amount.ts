/** The amount of a withdrawal: given, or what the balance holds. */

import { centsOf } from '../../api/money.ts';
import { usd } from '../../render/money.ts';
import { PreconditionError } from '../errors.ts';

/** An amount, or the available balance without `keptCents`, which stay in it. */
export type WithdrawalAmount =
  | { readonly kind: 'exact'; readonly cents: number }
  | { readonly kind: 'sweep'; readonly keptCents: number };

/** Returns the cents to withdraw, not above zero if there is nothing to withdraw. A sweep needs the balance, in dollars. */
export function centsToWithdraw(
  amount: WithdrawalAmount,
  balance: { readonly available: number } | undefined,
): number {
  if (amount.kind === 'exact') return amount.cents;
  if (!balance) throw new RangeError('a sweep without a balance');
  return centsOf(balance.available) - amount.keptCents;
}

/** Returns the error of a withdrawal that is more than the available balance, in dollars; `undefined` if it is not. */
export const findUncovered = (cents: number, available: number): PreconditionError | undefined =>
  cents <= centsOf(available)
    ? undefined
    : new PreconditionError(
        'insufficient_balance',
        `${usd(cents)} is more than the available balance of ${usd(centsOf(available))}.`,
        ['remit business balance'],
      );

/**
 * Checks that a withdrawal is not more than the available balance, in dollars.
 *
 * @throws {PreconditionError} If it is.
 */
export function assertCovered(cents: number, available: number): void {
  const error = findUncovered(cents, available);
  if (error) throw error;
}
