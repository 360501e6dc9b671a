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

/** One line of an entry: cents to the debit of an account, or to its credit when negative. */
export interface LedgerLine {
  readonly account: string;
  readonly cents: number;
}

export interface Transfer {
  readonly cents: number;
  readonly payeeId: string;
  /** Null when an outside payer's bank is not kept here. */
  readonly fundingSourceId: string | null;
}

export interface Payout {
  readonly cents: number;
  readonly businessId: string;
  readonly fundingSourceId: string;
  /** Whether the bank has been told already. */
  readonly isSent: boolean;
}

/** What each step of a payment does to the books. */
export const paymentPostings = {
  /** Pulled from the payer, on its way. */
  P1: ({ cents, payeeId, fundingSourceId }: Transfer) => [
    ...moved(cents, pendingOf(payeeId), debitsInTransit),
    ...outside(fundingSourceId, -cents),
  ],
  /** Settled: the payee has it. */
  P2: ({ cents, payeeId }: Transfer) => [
    ...moved(cents, debitsInTransit, fboCash),
    ...moved(cents, availableOf(payeeId), pendingOf(payeeId)),
  ],
  /** Came back before it settled: the reverse of P1. */
  P3: ({ cents, payeeId, fundingSourceId }: Transfer) => [
    ...moved(cents, debitsInTransit, pendingOf(payeeId)),
    ...outside(fundingSourceId, cents),
  ],
  /** Came back after it had settled: the payee owes it. */
  P4: ({ cents, payeeId, fundingSourceId }: Transfer) => [
    ...moved(cents, fboCash, availableOf(payeeId)),
    ...outside(fundingSourceId, cents),
  ],
} as const;

/** What each step of a withdrawal does to the books. */
export const withdrawalPostings = {
  /** Set aside. */
  W1: ({ cents, businessId }: Payout) =>
    moved(cents, withdrawingOf(businessId), availableOf(businessId)),
  /** Pushed to the bank, on its way. */
  W2: ({ cents, businessId }: Payout) => moved(cents, creditsInTransit, withdrawingOf(businessId)),
  /** Arrived. */
  W3: ({ cents, fundingSourceId }: Payout) => [
    ...moved(cents, fboCash, creditsInTransit),
    ...outside(fundingSourceId, cents),
  ],
  /** Given up: sent back by the bank, or never sent. */
  W4: ({ cents, businessId, isSent }: Payout) =>
    moved(cents, availableOf(businessId), isSent ? creditsInTransit : withdrawingOf(businessId)),
} as const;

/** The two deposits that prove a bank account arrived. */
export const microDepositPosting = (
  cents: number,
  fundingSourceId: string,
): readonly LedgerLine[] => [
  ...moved(cents, platformCash, verificationExpense),
  ...outside(fundingSourceId, cents),
];

/** Money out of nowhere, which only a sandbox has. */
export const seedPosting = (cents: number, businessId: string): readonly LedgerLine[] =>
  moved(cents, availableOf(businessId), fboCash);

const moved = (cents: number, credited: string, debited: string): readonly LedgerLine[] => [
  { account: debited, cents },
  { account: credited, cents: -cents },
];

/** The memo pair: what the outside bank account gained. */
const outside = (fundingSourceId: string | null, cents: number): readonly LedgerLine[] =>
  fundingSourceId === null ? [] : moved(cents, bankContra, bankOf(fundingSourceId));
