import { parseAmount } from '../../api/money.ts';
import { type Decimal, withDecimalPoint, withoutSpacers } from './decimal.ts';

const problems = {
  ambiguous: 'may be thousands or a fraction: write it with two decimals, such as 1234.00',
  comma: 'has a comma that separates no thousands: write 1234.56 or 1,234.56',
  currency: 'is not in US dollars',
  fraction: 'has a fraction of a cent',
  negative: 'must be greater than zero',
  point: 'has no decimal comma: write 1234,56 or 1.234,56',
  number: 'must be an amount in dollars, such as 1250.00, 1,250.00 or $1,250.00',
  zero: 'must be greater than zero',
} as const;

/** A reason why a text is not an amount. */
export type AmountProblem = keyof typeof problems;

/** Returns a problem in words that continue a sentence that begins with the amount. */
export const amountProblem = (problem: AmountProblem): string => problems[problem];

/**
 * Parses an amount of a file to integer cents above zero: `1234.5`, `1,234.50`, `$1,234.50`, or with a decimal comma
 * `1.234,50`. Nothing is guessed: unless `decimal` says how the file writes amounts, a comma separates thousands, and
 * `1,234` is an amount only in a file whose cells are separated by commas, since a spreadsheet that writes other files
 * may write a decimal comma.
 */
export function parseFileAmount(
  text: string,
  delimiter: string | null,
  decimal?: Decimal,
): number | AmountProblem {
  const plain = withoutSpacers(text.replaceAll(/[\u2212\u2013]/g, '-')).trim();
  const [, inside] = /^\((.*)\)$/s.exec(plain) ?? [];
  const [, sign = '', number = '', trailing = ''] =
    /^([+-]?)\s*(.*?)\s*(-?)$/s.exec(withoutDollar(inside ?? plain)) ?? [];
  const digits = withoutDollar(number);
  if (/[€£¥]|\b(AUD|CAD|CHF|CNY|EUR|GBP|JPY|MXN)\b/i.test(digits)) return 'currency';
  if (!/^[\d.,]*\d[\d.,]*$/.test(digits) || sign === '+') return 'number';
  if (inside !== undefined || sign === '-' || trailing === '-') return 'negative';
  if (decimal === undefined && isAmbiguous(digits, delimiter)) return 'ambiguous';
  if (decimal !== 'comma') return centsIn(digits);
  const pointed = withDecimalPoint(digits);
  return pointed === undefined ? 'point' : centsIn(pointed);
}

const withoutDollar = (text: string): string => text.replace(/^(US)?\$\s*|\s*(US)?\$$/, '').trim();

const isAmbiguous = (digits: string, delimiter: string | null): boolean =>
  /^\d{1,3}[,.]\d{3}$/.test(digits) && (digits.includes('.') || delimiter !== ',');

function centsIn(digits: string): number | AmountProblem {
  const isGrouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(digits);
  if (digits.includes(',') && !isGrouped) return 'comma';
  const plain = digits.replaceAll(',', '');
  if (/^\d+\.\d{3,}$/.test(plain)) return 'fraction';
  const cents = parseAmount(plain);
  if (cents === undefined) return 'number';
  return cents > 0 ? cents : 'zero';
}
