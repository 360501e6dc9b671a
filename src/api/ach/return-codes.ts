/** ACH return codes: titles by Nacha, what each means, and what to do next. Their rules are in `return-rules.ts`. */

/**
 * The kind of reason for a return. `operator` covers faults of the entry, its file or its banks; `dishonored` codes are
 * about a return, not about a payment.
 */
export type ReturnClass =
  | 'funds'
  | 'account'
  | 'unauthorized'
  | 'stopped'
  | 'credit'
  | 'operator'
  | 'dishonored'
  | 'international';

export interface AchReturnCode {
  readonly class: ReturnClass;
  /** The title in the Nacha rules. */
  readonly title: string;
  /** The cause, as a sentence. */
  readonly meaning: string;
  /** The next step of the payer or payee, as a sentence. */
  readonly advice: string;
}

/** Returns a function that creates the codes of a class; `usual` is the advice for codes without their own. */
const codesOf =
  (kind: ReturnClass, usual: string) =>
  (title: string, meaning: string, advice = usual): AchReturnCode => ({
    class: kind,
    title,
    meaning,
    advice,
  });

const funds = codesOf('funds', 'Pay again when the account is funded, or from another one.');
const account = codesOf('account', 'Pay from another bank account.');
const unauthorized = codesOf(
  'unauthorized',
  'Obtain a new authorization from the account holder before you pay again.',
);
const stopped = codesOf('stopped', 'Ask the account holder to allow the debit before you retry.');
const credit = codesOf('credit', 'Contact the receiver.');
const operator = codesOf('operator', 'Ask the service: its entry was wrong, not the account.');
const check = codesOf('operator', 'Ask the service: this code is for checks that became entries.');
const enrollment = codesOf(
  'operator',
  'Ask the service: this code is for enrollments in benefits.',
);
const dishonored = codesOf('dishonored', 'Nothing: the banks settle it between them.');
const international = codesOf('international', 'Ask the service: its entry was international.');

/** All return codes of the Nacha rules, by code. */
export const achReturnCodes: Readonly<Record<string, AchReturnCode>> = {
  R01: funds('Insufficient Funds', 'The account did not hold enough money for the debit.'),
  R02: account('Account Closed', 'The account is closed.'),
  R03: account(
    'No Account/Unable to Locate Account',
    'The bank found no account with this number and holder.',
    'Check the account number and link the bank account again, or pay from another one.',
  ),
  R04: account(
    'Invalid Account Number Structure',
    'The account number is not a valid one.',
    'Link the bank account again, or pay from another one.',
  ),
  R05: unauthorized(
    'Unauthorized Debit to Consumer Account Using Corporate SEC Code',
    'The debit was for a business account, but the account is a consumer account.',
  ),
  R06: operator(
    "Returned per ODFI's Request",
    'The bank of the service asked for the return.',
    'Ask the service why its bank recalled the payment.',
  ),
  R07: unauthorized(
    'Authorization Revoked by Customer',
    'The account holder revoked the authorization.',
  ),
  R08: stopped(
    'Payment Stopped',
    'The account holder asked the bank to stop this payment.',
    'The account holder stopped the payment. Contact the account holder.',
  ),
  R09: funds(
    'Uncollected Funds',
    'Deposits to the account were not available yet.',
    'Pay again when the deposits are available, or from another account.',
  ),
  R10: unauthorized(
    "Customer Advises Originator is Not Known to Receiver and/or Originator is Not Authorized by Receiver to Debit Receiver's Account",
    'The account holder told the bank that the debit was not authorized.',
  ),
  R11: unauthorized(
    'Customer Advises Entry Not in Accordance with the Terms of the Authorization',
    'The account holder authorized another amount, date or payment.',
    'Correct what differs from the authorization, then pay within 60 days of the return.',
  ),
  R12: account('Account Sold to Another DFI', 'The account moved to another bank.'),
  R13: account('Invalid ACH Routing Number', 'No bank has this routing number.'),
  R14: account(
    'Representative Payee Deceased or Unable to Continue in That Capacity',
    'The person who held the account for another has died, or can no longer do so.',
    'Ask the bank, or pay from another bank account.',
  ),
  R15: account(
    'Beneficiary or Account Holder (Other Than a Representative Payee) Deceased',
    'The account holder or beneficiary has died.',
    'Ask the bank, or pay from another bank account.',
  ),
  R16: account(
    'Account Frozen/Entry Returned per OFAC Instruction',
    'The account is frozen by the bank or by law.',
    'Ask the bank, or pay from another bank account.',
  ),
  R17: account(
    'File Record Edit Criteria/Entry with Invalid Account Number Initiated Under Questionable Circumstances/Return of Improperly-Initiated Reversal',
    'The entry could not be processed, or its account number looked fraudulent.',
    'Check the account number, or pay from another bank account.',
  ),
  R18: operator('Improper Effective Entry Date', 'The date of the entry was not possible.'),
  R19: operator('Amount Field Error', 'The amount of the entry was not valid.'),
  R20: account(
    'Non-Transaction Account',
    'The account does not allow ACH debits or credits.',
    'This account does not allow ACH entries. Pay from another bank account.',
  ),
  R21: operator('Invalid Company Identification', 'The company of the entry is unknown.'),
  R22: operator('Invalid Individual ID Number', 'The receiver is known by another number.'),
  R23: credit('Credit Entry Refused by Receiver', 'The receiver does not want the money.'),
  R24: operator(
    'Duplicate Entry',
    'The bank received the same entry before.',
    'Check that the payment was made once before. Do not send it again.',
  ),
  R25: operator('Addenda Error', 'The additional record of the entry was not valid.'),
  R26: operator('Mandatory Field Error', 'A required field of the entry was missing or wrong.'),
  R27: operator('Trace Number Error', 'The trace number of the entry was missing or wrong.'),
  R28: operator('Routing Number Check Digit Error', 'The routing number was not a valid one.'),
  R29: unauthorized(
    'Corporate Customer Advises Not Authorized',
    'The business told its bank that the debit was not authorized, or its bank blocks debits.',
    'Ask the business to authorize the debit with its bank, then retry.',
  ),
  R30: check('RDFI Not Participant in Check Truncation Program', 'The bank takes no such entries.'),
  R31: operator(
    'Permissible Return Entry (CCD and CTX Only)',
    'Both banks agreed to a late return.',
    'Ask the service and the bank why they agreed to the return.',
  ),
  R32: operator('RDFI Non-Settlement', 'The bank could not settle the entry.'),
  R33: check('Return of XCK Entry', 'The bank returned an entry for a lost or damaged check.'),
  R34: operator(
    'Limited Participation DFI',
    'A supervisor limits which entries the bank may receive.',
    'Pay from an account at another bank.',
  ),
  R35: operator('Return of Improper Debit Entry', 'This kind of entry may not be a debit.'),
  R36: operator('Return of Improper Credit Entry', 'This kind of entry may not be a credit.'),
  R37: check('Source Document Presented for Payment', 'The check was paid as well.'),
  R38: check('Stop Payment on Source Document', 'The account holder stopped the check.'),
  R39: check(
    'Improper Source Document/Source Document Presented for Payment',
    'The check may not become an entry, or was paid as well.',
  ),
  R40: enrollment(
    'Return of ENR Entry by Federal Government Agency (ENR Only)',
    'The agency refused the enrollment.',
  ),
  R41: enrollment('Invalid Transaction Code (ENR Only)', 'The kind of account was not valid.'),
  R42: enrollment(
    'Routing Number/Check Digit Error (ENR Only)',
    'The routing number was not a valid one.',
  ),
  R43: enrollment('Invalid DFI Account Number (ENR Only)', 'The account number was not valid.'),
  R44: enrollment(
    'Invalid Individual ID Number/Identification Number (ENR Only)',
    'The number of the person is unknown.',
  ),
  R45: enrollment(
    'Invalid Individual Name/Company Name (ENR Only)',
    'The name does not fit the number of the person.',
  ),
  R46: enrollment(
    'Invalid Representative Payee Indicator (ENR Only)',
    'The agency knows another representative payee.',
  ),
  R47: enrollment('Duplicate Enrollment (ENR Only)', 'The person is enrolled already.'),
  R50: check('State Law Affecting RCK Acceptance', 'The law of the state forbids the entry.'),
  R51: check(
    'Item Related to RCK Entry is Ineligible or RCK Entry is Improper',
    'The returned check may not become an entry.',
  ),
  R52: check('Stop Payment on Item Related to RCK Entry', 'The account holder stopped the check.'),
  R53: check('Item and RCK Entry Presented for Payment', 'The check was paid as well.'),
  R61: dishonored('Misrouted Return', 'The return went to the wrong bank.'),
  R62: dishonored(
    'Return of Erroneous or Reversing Debit',
    'The return of a debit left its receiver with money that was not meant for it.',
  ),
  R67: dishonored('Duplicate Return', 'The entry was returned twice.'),
  R68: dishonored('Untimely Return', 'The return came after its window.'),
  R69: dishonored('Field Error(s)', 'A field of the return was wrong.'),
  R70: dishonored(
    'Permissible Return Entry Not Accepted/Return Not Requested by ODFI',
    'The other bank had not agreed to the return.',
  ),
  R71: dishonored('Misrouted Dishonored Return', 'The dishonored return went to the wrong bank.'),
  R72: dishonored('Untimely Dishonored Return', 'The dishonored return came too late.'),
  R73: dishonored('Timely Original Return', 'The bank states that its return was in time.'),
  R74: dishonored('Corrected Return', 'The bank sent its return again, corrected.'),
  R75: dishonored('Return Not a Duplicate', 'The bank states that it returned the entry once.'),
  R76: dishonored('No Errors Found', 'The bank states that its return had no errors.'),
  R77: dishonored(
    'Non-Acceptance of R62 Dishonored Return',
    'The bank states that it cannot give the money back.',
  ),
  R80: international('IAT Entry Coding Error', 'A field of the international entry was wrong.'),
  R81: international('Non-Participant in IAT Program', 'The bank takes no international entries.'),
  R82: international(
    'Invalid Foreign Receiving DFI Identification',
    'The foreign bank is unknown.',
  ),
  R83: international(
    'Foreign Receiving DFI Unable to Settle',
    'The foreign bank could not settle the entry.',
  ),
  R84: international('Entry Not Processed by Gateway', 'The gateway did not pass the entry on.'),
  R85: international(
    'Incorrectly Coded Outbound International Payment',
    'The entry was for an account abroad, but was not marked so.',
  ),
};

/** Returns an ACH return code by its text; `undefined` for another code, or none. */
export const findReturnCode = (code: string | null | undefined): AchReturnCode | undefined =>
  Object.hasOwn(achReturnCodes, code ?? '') ? achReturnCodes[code ?? ''] : undefined;
