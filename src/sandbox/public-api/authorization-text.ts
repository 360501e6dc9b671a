import type { Row } from '../database/tables.ts';
import { dateOf, easternText, longDate, money } from '../web/format.ts';

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

/** The terms of an authorization. */
export interface AuthorizationTerms {
  /** The act of the payer that authorizes, at the beginning of the sentence. */
  readonly act: string;
  readonly payer: string;
  readonly payee: string;
  readonly cents: number;
  /** The bank and the account, with its last four digits. */
  readonly account: string;
  /** When the debit is sent at the earliest. */
  readonly start: Date;
  readonly purpose: string;
  /** The address of the payee. */
  readonly contact: string | undefined;
  /** The place of the payer's copy, after a form of `be`. */
  readonly copy: string;
}

/** Returns the authorization, a paragraph a line. A value that looks like a placeholder stays as it is, and its line breaks become spaces. */
export function authorizationText({ cents, start, contact, ...terms }: AuthorizationTerms): string {
  const values = {
    ...terms,
    amount: money(cents),
    date: dateOf(start),
    deadline: easternText(start),
    contact: contact === undefined ? '' : ` at ${contact}`,
  };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) =>
    values[name].replaceAll(/\s+/g, ' '),
  );
}

/** Returns the name of a bank account in an authorization. */
export const accountText = ({
  bank_name,
  name,
  last4,
}: Pick<Row<'bank_accounts'>, 'bank_name' | 'name' | 'last4'>): string =>
  `${bank_name}, ${name} ending in ${last4}`;

/** Returns what pays a payable, in the middle of a sentence: `invoice CL-2001, due March 31, 2026`. */
export const purposeOf = ({ invoice_number, due_date }: Row<'payables'>): string => {
  const name = invoice_number === null ? 'one invoice' : `invoice ${invoice_number}`;
  return due_date === null ? name : `${name}, due ${longDate(due_date)}`;
};

/** Returns what a payment without an invoice is for, in the middle of a sentence. */
export const purposeOfMemo = (memo: string | null): string =>
  memo === null ? 'a payment without an invoice' : `"${memo}"`;
