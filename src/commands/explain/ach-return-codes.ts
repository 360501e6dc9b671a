/** Why a bank sends an ACH transfer back. */
export const returnCodes: Readonly<Record<string, string>> = {
  R01: 'The account does not hold enough: the payment may be tried again when it does',
  R02: 'The account was closed: pay from another one',
  R03: 'There is no such account, or it could not be found: check its numbers',
  R04: 'The account number is not valid: link the account again',
  R08: 'The account holder stopped the payment',
  R09: 'The account holds enough, but not all of it may be drawn on yet',
  R10: 'The account holder says that the debit was not authorised',
  R16: 'The account is frozen',
  R20: 'The account cannot be debited: it is no transaction account',
  R23: 'The receiver refused the credit',
  R29: 'The business says that the debit was not authorised',
};
