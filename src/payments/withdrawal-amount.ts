/** The amount of a withdrawal: given, or what the balance holds. */

import { PreconditionError } from '../cli/errors.ts';
import { InvalidValueError, type Parse } from '../cli/flags/flag.ts';
import { parseAmountCents } from '../cli/flags/value-parsers.ts';
import { centsOf } from '../contract/money.ts';
import { usd } from '../render/money.ts';

/** An amount, or the available balance without `keptCents`, which stay in it. */
export type WithdrawalAmount =
  | { readonly kind: 'exact'; readonly cents: number }
  | { readonly kind: 'sweep'; readonly keptCents: number };

/** Reads `1250.00`, `all`, or `above:500`, which keeps $500.00 in the balance. */
export const withdrawalAmount: Parse<WithdrawalAmount> = (text) => {
  if (text === 'all') return { kind: 'sweep', keptCents: 0 };
  const [, kept] = /^above:(.*)$/.exec(text) ?? [];
  try {
    return kept === undefined
      ? { kind: 'exact', cents: parseAmountCents(text) }
      : { kind: 'sweep', keptCents: parseAmountCents(kept) };
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new InvalidValueError(`${error.message}, all, or above: and such an amount`);
  }
};

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
