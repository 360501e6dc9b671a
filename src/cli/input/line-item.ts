import { lineTotalCents } from '../../contract/money.ts';
import { BadValue, type Parse } from '../flags/flag.ts';

/** One line of an invoice as typed: quantity and unit price are decimal text, up to four places. */
export interface LineText {
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** Exact product, rounded half-up to cents. */
  readonly totalCents: number;
}

/** `description|quantity|unitPrice`; a `\|` in the description is a bar. Throws `BadValue`. */
export const lineItem: Parse<LineText> = (text) => {
  const parts = text.split(/(?<!\\)\|/).map((part) => part.replaceAll('\\|', '|').trim());
  const [description = '', quantity = '', unitPrice = ''] = parts;
  if (parts.length !== 3 || description === '') {
    throw new BadValue("must be 'description|quantity|unitPrice'");
  }
  if (!decimal.test(quantity) || Number(quantity) === 0) {
    throw new BadValue(
      `has quantity '${quantity}': a number above 0 with at most four decimals is wanted`,
    );
  }
  if (!decimal.test(unitPrice)) {
    throw new BadValue(
      `has unit price '${unitPrice}': dollars with at most four decimals are wanted`,
    );
  }
  return { description, quantity, unitPrice, totalCents: lineTotalCents(quantity, unitPrice) };
};

/** Lines as the service wants them. */
export const toWire = (lines: readonly LineText[]) =>
  lines.map(({ description, quantity, unitPrice }) => ({
    description,
    quantity: Number(quantity),
    unitPrice: Number(unitPrice),
  }));

export const sumOf = (lines: readonly LineText[]): number =>
  lines.reduce((sum, { totalCents }) => sum + totalCents, 0);

const decimal = /^\d{1,12}(\.\d{1,4})?$/;
