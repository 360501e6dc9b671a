/** The content of emails, and their plain text. All emails have one layout. */

import type { Row } from '../database/tables.ts';
import { longDate, money } from '../web/format.ts';

/** The content of an email, from which its text and HTML are rendered. */
export interface Letter {
  readonly opening: string;
  /** Names and values; null and empty values are left out. */
  readonly facts?: readonly (readonly [string, string | null])[];
  /** More text after the facts. */
  readonly paragraphs?: readonly string[];
  /** The link of the email: the label of its button, and a sentence about it. */
  readonly action?: { readonly label: string; readonly sentence?: string };
}

const NAME_WIDTH = 12;

/** Returns the plain text of an email: opening, facts in two columns, paragraphs and the link. */
export function letterText(letter: Letter, url: string | null): string {
  const { opening, paragraphs = [], action } = letter;
  const lines = factsOf(letter).map(([name, value]) => `${name.padEnd(NAME_WIDTH)}${value}`);
  const link = url !== null && action ? `${action.label}: ${url}` : '';
  return [opening, lines.join('\n'), ...paragraphs, action?.sentence ?? '', link]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns the names and values of an email that are not empty, each value on one line. */
export const factsOf = ({ facts = [] }: Letter): readonly (readonly [string, string])[] =>
  facts.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value.replaceAll(/\s+/g, ' ')] as const],
  );

/** Returns the content of an email as the database has it. */
export const storedLetter = (letter: Letter): string =>
  JSON.stringify({ ...letter, ...(letter.facts && { facts: factsOf(letter) }) });

/** Returns the content of an email in the database. */
export const readLetter = ({ letter }: Pick<Row<'outbox'>, 'letter'>): Letter => JSON.parse(letter);

/**
 * Returns the name of an invoice in a subject.
 *
 * @example `Invoice CL-2001`
 */
export const invoiceName = ({ invoice_number }: Pick<Row<'payables'>, 'invoice_number'>): string =>
  invoice_number === null ? 'Invoice' : `Invoice ${invoice_number}`;

/** Returns the facts of an invoice in an email to one side, with the name of the other side. */
export const invoiceFacts = (
  { cents, invoice_number, due_date, memo }: Row<'payables'>,
  { from = null, to = null }: { readonly from?: string | null; readonly to?: string | null },
): NonNullable<Letter['facts']> => [
  ['Amount', money(cents)],
  ['From', from],
  ['To', to],
  ['Invoice', invoice_number],
  ['Due', due_date && longDate(due_date)],
  ['For', memo],
];
