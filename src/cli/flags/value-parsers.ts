import { parseAmount } from '../../contract/money.ts';
import { InvalidValueError, type Parse } from './flag.ts';

/** What flags and arguments may hold. Each refuses with the rest of a sentence that starts with the flag. */

export const words: Parse<string> = (text) => {
  if (text.trim() === '') throw new InvalidValueError('must not be empty');
  return text;
};

/** An id as the service hands it out: opaque, never `.` or `..`. */
export const id: Parse<string> = (text) => {
  if (/^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/.test(text)) return text;
  throw new InvalidValueError('must be an id: 1 to 128 letters, digits or _ . : -');
};

/** Dollars as decimal text, to integer cents above zero. */
export const parseAmountCents: Parse<number> = (text) => {
  const cents = parseAmount(text);
  if (cents !== undefined && cents > 0) return cents;
  throw new InvalidValueError(
    "must be an amount in dollars, such as 1250 or 1250.00 (no sign, separators or '$')",
  );
};

/** `YYYY-MM-DD`, a date that exists; it stays text. */
export const date: Parse<string> = (text) => {
  if (isDate(text)) return text;
  throw new InvalidValueError(`must be a valid date as YYYY-MM-DD, not '${text}'`);
};

export const wholeNumber =
  (least: number, most: number): Parse<number> =>
  (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidValueError(`must be a whole number from ${least} to ${most}, not '${text}'`);
  };

export const email: Parse<string> = (text) => {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new InvalidValueError(`must be an email address, not '${text}'`);
};

/** A path, or `-` for standard input. */
export const file: Parse<string> = words;

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const real = new Date(Date.UTC(year, month - 1, day));
  return real.getUTCMonth() === month - 1 && real.getUTCDate() === day && year > 0;
}
