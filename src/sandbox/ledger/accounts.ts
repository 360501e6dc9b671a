/** The accounts of the ledger, by name. */

import type { LedgerClass } from '../../api/controls/money.ts';

/** Name of the account for cash that the platform holds for the benefit of businesses (FBO). */
export const fboCash = 'fbo.cash';
/** Name of the account for debits submitted to the ACH network and not yet settled. */
export const debitsInTransit = 'ach.debits_in_transit';
/** Name of the account for credits sent to banks and not yet settled. */
export const creditsInTransit = 'ach.credits_in_transit';
/** Name of the account for the platform's own cash. */
export const platformCash = 'platform.cash';
/** Name of the account for the cost of micro-deposits. */
export const verificationExpense = 'platform.verification_expense';
/** Name of the memo account that balances the outside bank accounts. */
export const bankContra = 'bank.contra';

/** Returns the name of a business's account for incoming money that has not settled. */
export const pendingOf = (businessId: string) => `biz.${businessId}.pending`;
/** Returns the name of a business's account for money it can withdraw. */
export const availableOf = (businessId: string) => `biz.${businessId}.available`;
/** Returns the name of a business's account for money set aside for withdrawals. */
export const withdrawingOf = (businessId: string) => `biz.${businessId}.withdrawing`;
/** Returns the name of the memo account of an outside bank account. */
export const bankOf = (fundingSourceId: string) => `bank.${fundingSourceId}`;

/**
 * Returns the class of the account with this name.
 *
 * @throws {Error} if no account can have this name
 */
export function classOf(name: string): LedgerClass {
  const [, found] = classes.find(([prefix]) => name.startsWith(prefix)) ?? [];
  if (!found) throw new Error(`The ledger has no account ${name}.`);
  return found;
}

const classes: readonly (readonly [prefix: string, LedgerClass])[] = [
  [fboCash, 'asset'],
  [debitsInTransit, 'asset'],
  [creditsInTransit, 'liability'],
  [platformCash, 'asset'],
  [verificationExpense, 'expense'],
  ['biz.', 'liability'],
  ['bank.', 'memo'],
];
