import { lineTotalCents } from '../../api/money.ts';
import { InvalidValueError, type Parse } from '../flags/flag.ts';

/** A line item of an invoice as typed: quantity and unit price are decimal text with up to four decimals. */
export interface TypedLineItem {
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** Exact product, rounded half up to cents. */
  readonly totalCents: number;
}

/**
 * Parses `description|quantity|unitPrice`, such as `Paper|10|4.50`; `\|` in the description is a literal bar.
 *
 * @throws {InvalidValueError} if a part is missing or not a number.
 */
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

/** Returns line items as fields of a request, with numbers; the unit price in dollars. */
export const toLineItems = (lines: readonly TypedLineItem[]) =>
  lines.map(({ description, quantity, unitPrice }) => ({
    description,
    quantity: Number(quantity),
    unitPrice: Number(unitPrice),
  }));

/** Returns the sum of the line totals in integer cents. */
export const lineItemsTotalCents = (lines: readonly TypedLineItem[]): number =>
  lines.reduce((sum, { totalCents }) => sum + totalCents, 0);

const decimal = /^\d{1,12}(\.\d{1,4})?$/;
