/** ACH return codes: their titles by Nacha and what to do about each. */

export interface AchReturnCode {
  /** The title in the Nacha rules. */
  readonly title: string;
  /** The next step for the payer or payee. */
  readonly advice: string;
}

/** The return codes that the sandbox sends and `remit explain` describes, by code. */
export const achReturnCodes: Readonly<Record<string, AchReturnCode>> = {
  R01: { title: 'Insufficient Funds', advice: 'Retry when the account is funded.' },
  R02: { title: 'Account Closed', advice: 'Pay from another bank account.' },
  R03: {
    title: 'No Account/Unable to Locate Account',
    advice: 'Check the account number and link the bank account again.',
  },
  R04: { title: 'Invalid Account Number Structure', advice: 'Link the bank account again.' },
  R08: {
    title: 'Payment Stopped',
    advice: 'The account holder stopped the payment. Contact the account holder.',
  },
  R09: {
    title: 'Uncollected Funds',
    advice: 'Deposits are not available yet. Retry when the funds are collected.',
  },
  R10: {
    title:
      "Customer Advises Originator is Not Known to Receiver and/or Originator is Not Authorized by Receiver to Debit Receiver's Account",
    advice: 'Obtain authorization from the account holder before you retry.',
  },
  R16: {
    title: 'Account Frozen/Entry Returned per OFAC Instruction',
    advice: 'Pay from another bank account, or contact the bank.',
  },
  R20: {
    title: 'Non-Transaction Account',
    advice: 'This account does not allow ACH entries. Pay from another bank account.',
  },
  R23: { title: 'Credit Entry Refused by Receiver', advice: 'Contact the receiver.' },
  R29: {
    title: 'Corporate Customer Advises Not Authorized',
    advice: 'Ask the business to authorize the debit with its bank, then retry.',
  },
};
