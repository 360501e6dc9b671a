/** Parsers for the values of flags and arguments. Each throws `InvalidValueError`. */

import { isId } from '../../api/id-or-name.ts';
import { parseAmount } from '../../api/money.ts';
import { closestMatches } from '../closest-match.ts';
import { InvalidValueError, type Parse } from './flag.ts';

/** Any text that is not blank. */
export const words: Parse<string> = (text) => {
  if (text.trim() === '') throw new InvalidValueError('must not be empty');
  return text;
};

/** An id of the service: opaque, 1 to 128 characters, never `.` or `..`. */
export const id: Parse<string> = (text) => {
  if (isId(text)) return text;
  throw new InvalidValueError('must be an id: 1 to 128 letters, digits or _ . : -');
};

/** The id or the name of a business, a connection or a bank account: one line of at most 200 characters. */
export const reference: Parse<string> = (text) => {
  const isLine = text.length <= 200 && !/\p{Cc}|^\s*$|^\.{1,2}$/u.test(text);
  if (isLine) return text.trim();
  throw new InvalidValueError('must be an id or a name');
};

/** The id or the invoice number of a payable: any text of one line, at most 128 characters. */
export const payableReference: Parse<string> = (text) => {
  const isLine = text.length <= 128 && !/\p{Cc}|^\s*$|^\.{1,2}$/u.test(text);
  if (isLine) return text.trim();
  throw new InvalidValueError('must be the id or the invoice number of a payable');
};

/** Dollars as decimal text, such as `1250.00`, to integer cents above zero. */
export const parseAmountCents: Parse<number> = (text) => {
  const cents = parseAmount(text);
  if (cents !== undefined && cents > 0) return cents;
  throw new InvalidValueError(
    "must be an amount in dollars, such as 1250 or 1250.00 (no sign, separators or '$')",
  );
};

/** `YYYY-MM-DD`, an existing date; stays text. */
export const date: Parse<string> = (text) => {
  if (isDate(text)) return text;
  throw new InvalidValueError(`must be a valid date as YYYY-MM-DD, not '${text}'`);
};

/** `YYYY-MM-DD`, or `due` for the due date of a payable. */
export const dateOrDue: Parse<string> = (text) => (text === 'due' ? text : date(text));

/**
 * A date relative to the service's, or a month: `today`, `+7d`, `-30d`, `eom` (the end of this month), `2026-03`, or
 * `YYYY-MM-DD`. Stays text; `calendarDate` converts it once the service's date is known.
 */
export const dateExpression: Parse<string> = (text) => {
  if (/^(today|eom|[+-]\d{1,4}d)$/.test(text) || isDate(text) || isDate(`${text}-01`)) return text;
  throw new InvalidValueError(
    `must be a date such as 2026-03-31, 2026-03, today, +7d, -30d or eom, not '${text}'`,
  );
};

/** Returns a parser of whole numbers from `least` to `most`. */
export const wholeNumber =
  (min: number, max: number): Parse<number> =>
  (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidValueError(`must be a whole number from ${min} to ${max}, not '${text}'`);
  };

/** Returns a parser of sort keys, `due,-amount`: some of `known`, each once, with `-` before one in descending order. */
export const sortKeys =
  (known: readonly string[]): Parse<string[]> =>
  (text) => {
    const keys = text.split(',').map((it) => it.trim());
    const names = keys.map((it) => it.replace(/^-/, ''));
    const unknown = names.find((it) => !known.includes(it));
    if (unknown !== undefined) {
      const [near] = closestMatches(unknown, known);
      const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
      throw new InvalidValueError(`must be some of ${known.join(', ')}, not '${unknown}'${hint}`);
    }
    if (new Set(names).size < names.length) throw new InvalidValueError('names a key twice');
    return keys;
  };

/** An email address: one `@` and no spaces. */
export const email: Parse<string> = (text) => {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new InvalidValueError(`must be an email address, not '${text}'`);
};

/** Returns a parser of texts of a form, in capital letters; `what` describes it: `two letters, such as TX`. */
const formed =
  (pattern: RegExp, what: string): Parse<string> =>
  (text) => {
    const found = text.trim().toUpperCase();
    if (pattern.test(found)) return found;
    throw new InvalidValueError(`must be ${what}, not '${text}'`);
  };

/** A state of the United States by its two letters. */
export const state = formed(/^[A-Z]{2}$/, 'two letters, such as TX');

export const zipCode = formed(/^\d{5}(-\d{4})?$/, 'a ZIP code such as 78701 or 78701-1234');

export const country = formed(/^[A-Z]{2}$/, 'two letters, such as US');

/** An employer identification number. */
export const ein = formed(/^\d{2}-?\d{7}$/, 'nine digits, such as 12-3456789');

/** A path, or `-` for stdin. */
export const file: Parse<string> = words;

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const real = new Date(Date.UTC(year, month - 1, day));
  return real.getUTCMonth() === month - 1 && real.getUTCDate() === day && year > 0;
}
