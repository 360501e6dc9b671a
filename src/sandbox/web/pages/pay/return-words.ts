import { achReturnCodes } from '../../../../contract/ach/return-codes.ts';

/** A payment that ended without paying, in the words of its payer. */
export interface ReturnWords {
  /** The title of the return code and the code, or the reason of a review. */
  readonly title: string;
  /** A sentence with the cause, and what to do before paying again. */
  readonly meaning: string;
}

/** Returns the words for an ACH return code, or for another failure code and its reason. */
export function returnWordsOf(code: string | null, reason: string | null): ReturnWords {
  const known = code === null ? undefined : achReturnCodes[code];
  const title = known ? `${known.title} (${code})` : (reason ?? 'No reason was given');
  return { title, meaning: meanings[code ?? ''] ?? 'Ask your bank for the reason.' };
}

const meanings: Readonly<Record<string, string>> = {
  R01: 'The account did not hold enough money on the day of the debit. Add funds before you pay again, or use another account.',
  R02: 'The account is closed. Pay again from another account.',
  R03: 'Your bank could not find the account. Check it, or pay again from another account.',
  R04: 'The account number is not a valid one. Pay again from another account.',
  R08: 'The account holder asked the bank to stop this payment. If that was not meant, pay again.',
  R09: 'Deposits to the account were not available yet. Pay again when they are.',
  R10: 'The account holder told the bank that the debit was not authorized. If it was, tell your bank before you pay again.',
  R16: 'The account is frozen. Pay again from another account, or ask your bank.',
  R20: 'The account does not allow electronic debits. Pay again from another account.',
  R29: 'The account holder told the bank that the debit was not authorized. Many banks block debits of business accounts: ask yours to allow it before you pay again.',
  hold_rejected: 'The payment was refused in a review before anything was debited.',
};
