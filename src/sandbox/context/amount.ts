import { centsOf, dollarsText } from '../../contract/money.ts';
import { invalid } from './validation.ts';

/** The most that the service takes in one go. */
const MAX_CENTS = 1_000_000_000;

/** Dollars as a request states them to cents. Throws `Refused` (422) unless more than 0, at most the limit, whole cents. */
export function readAmount(dollars: number, field = 'amount'): number {
  const cents = wholeCents(dollars);
  if (cents !== undefined && cents > 0 && cents <= MAX_CENTS) return cents;
  const range = `from 0.01 to ${dollarsText(MAX_CENTS)} dollars`;
  throw invalid('invalid_amount', field, `${field} must be ${range}, in whole cents.`);
}

function wholeCents(dollars: number): number | undefined {
  try {
    return centsOf(dollars);
  } catch {
    return undefined;
  }
}
