import type { LedgerClass } from '../database/tables.ts';

/** The accounts of the ledger, by name. */
export const fboCash = 'fbo.cash';
export const debitsInTransit = 'ach.debits_in_transit';
export const creditsInTransit = 'ach.credits_in_transit';
export const platformCash = 'platform.cash';
export const verificationExpense = 'platform.verification_expense';
export const bankContra = 'bank.contra';

export const pendingOf = (businessId: string) => `biz.${businessId}.pending`;
export const availableOf = (businessId: string) => `biz.${businessId}.available`;
export const withdrawingOf = (businessId: string) => `biz.${businessId}.withdrawing`;
export const bankOf = (fundingSourceId: string) => `bank.${fundingSourceId}`;

/** What kind of account bears this name. Throws `Error` when none does. */
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
