/** The parts of an ACH entry that tell its receiver and its bank what it is. */

/**
 * The standard entry class of a debit: `CCD` from an account of a business, `WEB` from a consumer's that was authorized
 * over the internet.
 */
export type SecCode = 'CCD' | 'WEB';

/**
 * The company entry description, on the statement of the receiver. The Nacha rules reserve one for micro-entries that
 * verify an account, and one for an entry that is sent again after a return for its funds.
 */
export type EntryDescription = 'PAYMENT' | 'RETRY PYMT' | 'ACCTVERIFY';

/** The description of micro-deposits. */
export const ACCOUNT_VERIFICATION = 'ACCTVERIFY' satisfies EntryDescription;

/** Returns the description of a payment; `isRetry` if it is sent again after a return for its funds. */
export const paymentDescription = (isRetry: boolean): EntryDescription =>
  isRetry ? 'RETRY PYMT' : 'PAYMENT';
