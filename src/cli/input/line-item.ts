import { lineTotalCents } from '../../contract/money.ts';
import { InvalidValueError, type Parse } from '../flags/flag.ts';

/** One line of an invoice as typed: quantity and unit price are decimal text, up to four places. */
export interface TypedLineItem {
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** Exact product, rounded half-up to cents. */
  readonly totalCents: number;
}

/** `description|quantity|unitPrice`; a `\|` in the description is a bar. Throws `InvalidValueError`. */
export const lineItem: Parse<TypedLineItem> = (text) => {
  const parts = text.split(/(?<!\\)\|/).map((part) => part.replaceAll('\\|', '|').trim());
  const [description = '', quantity = '', unitPrice = ''] = parts;
  if (parts.length !== 3 || description === '') {
    throw new InvalidValueError("must be 'description|quantity|unitPrice'");
  }
  if (!decimal.test(quantity) || Number(quantity) === 0) {
    throw new InvalidValueError(
      `has quantity '${quantity}': must be a number above 0 with at most four decimals`,
    );
  }
  if (!decimal.test(unitPrice)) {
    throw new InvalidValueError(
      `has unit price '${unitPrice}': must be dollars with at most four decimals`,
    );
  }
  return { description, quantity, unitPrice, totalCents: lineTotalCents(quantity, unitPrice) };
};

/** Lines as the service wants them. */
export const toLineItems = (lines: readonly TypedLineItem[]) =>
  lines.map(({ description, quantity, unitPrice }) => ({
    description,
    quantity: Number(quantity),
    unitPrice: Number(unitPrice),
  }));

export const lineItemsTotalCents = (lines: readonly TypedLineItem[]): number =>
  lines.reduce((sum, { totalCents }) => sum + totalCents, 0);

const decimal = /^\d{1,12}(\.\d{1,4})?$/;
