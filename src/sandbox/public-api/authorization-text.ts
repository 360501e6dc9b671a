import type { Row } from '../database/tables.ts';
import { longDate } from '../web/format.ts';

/**
 * The wording of a payer's authorization of one debit, as the template below.
 *
 * It names what the Nacha rules ask of an authorization over the internet (WEB, CCD): who may debit what from which
 * account, on or after which date, once, how to revoke it, and that a copy is sent. Only the template is the wording:
 * whoever is responsible for it can change any word, and leave out or repeat a placeholder.
 */
const template = `\
{act}, {payer} authorizes {payee} and its payment service to debit {amount} by ACH \
(electronic transfer) from the account {account}, once, on or after {date}, for {purpose}.
{payer} confirms being an authorized signer of this account, and that debits of it comply with U.S. law.
To revoke this authorization, contact {payee}{contact} before {deadline}. After that, ask your bank to stop the payment.
If the bank returns the debit, it is not tried again without a new authorization.
A copy of this authorization is {copy}.`;

/** The values of the template's placeholders, as they are shown. */
export interface AuthorizationTerms {
  /** The act of the payer that authorizes, at the beginning of the sentence. */
  readonly act: string;
  readonly payer: string;
  readonly payee: string;
  readonly amount: string;
  /** The bank and the account, with its last four digits. */
  readonly account: string;
  readonly date: string;
  readonly purpose: string;
  /** The address of the payee after ` at `, or empty. */
  readonly contact: string;
  readonly deadline: string;
  /** The place of the payer's copy, after a form of `be`. */
  readonly copy: string;
}

/** Returns the authorization, a paragraph a line. A value that looks like a placeholder stays as it is, and its line breaks become spaces. */
export const authorizationText = (terms: AuthorizationTerms): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: keyof AuthorizationTerms) =>
    terms[name].replaceAll(/\s+/g, ' '),
  );

/** Returns what pays a payable, in the middle of a sentence: `invoice CL-2001, due March 31, 2026`. */
export const purposeOf = ({ invoice_number, due_date }: Row<'payables'>): string => {
  const name = invoice_number === null ? 'one invoice' : `invoice ${invoice_number}`;
  return due_date === null ? name : `${name}, due ${longDate(due_date)}`;
};
