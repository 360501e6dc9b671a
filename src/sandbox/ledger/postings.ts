/** The lines of each kind of ledger entry. Pure functions. */

import {
  availableOf,
  bankContra,
  bankOf,
  creditsInTransit,
  debitsInTransit,
  fboCash,
  pendingOf,
  platformCash,
  verificationExpense,
  withdrawingOf,
} from './accounts.ts';

/** One line of an entry: cents, positive for a debit of the account and negative for a credit. */
export interface LedgerLine {
  readonly account: string;
  readonly cents: number;
}

export interface Transfer {
  readonly cents: number;
  readonly payeeId: string;
  /** Null if the payer has no account and its bank is not recorded here. */
  readonly fundingSourceId: string | null;
}

export interface Payout {
  readonly cents: number;
  readonly businessId: string;
  readonly fundingSourceId: string;
  /** True once the withdrawal was submitted to the bank. */
  readonly isSent: boolean;
}

export const paymentPostings = {
  /** Submitted: in transit from the payer. */
  P1: ({ cents, payeeId, fundingSourceId }: Transfer) => [
    ...transfer(cents, pendingOf(payeeId), debitsInTransit),
    ...outsideLines(fundingSourceId, -cents),
  ],
  /** Settled: available to the payee. */
  P2: ({ cents, payeeId }: Transfer) => [
    ...transfer(cents, debitsInTransit, fboCash),
    ...transfer(cents, availableOf(payeeId), pendingOf(payeeId)),
  ],
  /** Returned before settlement: the reverse of P1. */
  P3: ({ cents, payeeId, fundingSourceId }: Transfer) => [
    ...transfer(cents, debitsInTransit, pendingOf(payeeId)),
    ...outsideLines(fundingSourceId, cents),
  ],
  /** Returned after settlement: taken from the payee's available balance. */
  P4: ({ cents, payeeId, fundingSourceId }: Transfer) => [
    ...transfer(cents, fboCash, availableOf(payeeId)),
    ...outsideLines(fundingSourceId, cents),
  ],
} as const;

export const withdrawalPostings = {
  /** Created: set aside from the available balance. */
  W1: ({ cents, businessId }: Payout) =>
    transfer(cents, withdrawingOf(businessId), availableOf(businessId)),
  /** Submitted: in transit to the bank. */
  W2: ({ cents, businessId }: Payout) =>
    transfer(cents, creditsInTransit, withdrawingOf(businessId)),
  /** Settled. */
  W3: ({ cents, fundingSourceId }: Payout) => [
    ...transfer(cents, fboCash, creditsInTransit),
    ...outsideLines(fundingSourceId, cents),
  ],
  /** Failed: returned by the bank, or never sent. */
  W4: ({ cents, businessId, isSent }: Payout) =>
    transfer(cents, availableOf(businessId), isSent ? creditsInTransit : withdrawingOf(businessId)),
  /** Returned after settlement: available again. */
  W5: ({ cents, businessId, fundingSourceId }: Payout) => [
    ...transfer(cents, availableOf(businessId), fboCash),
    ...outsideLines(fundingSourceId, -cents),
  ],
} as const;

/** Returns the lines for the arrival of two micro-deposits. */
export const microDepositPosting = (
  cents: number,
  fundingSourceId: string,
): readonly LedgerLine[] => [
  ...transfer(cents, platformCash, verificationExpense),
  ...outsideLines(fundingSourceId, cents),
];

/** Returns the lines for money from nowhere, which only a sandbox has. */
export const seedPosting = (cents: number, businessId: string): readonly LedgerLine[] =>
  transfer(cents, availableOf(businessId), fboCash);

const transfer = (cents: number, credited: string, debited: string): readonly LedgerLine[] => [
  { account: debited, cents },
  { account: credited, cents: -cents },
];

/** Returns the memo pair: the gain of the outside bank account. */
const outsideLines = (fundingSourceId: string | null, cents: number): readonly LedgerLine[] =>
  fundingSourceId === null ? [] : transfer(cents, bankContra, bankOf(fundingSourceId));
