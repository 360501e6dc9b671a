import type { IsoDate } from '../../api/schema/field-types.ts';
import { InvalidValueError, option, type Parse } from '../flags/flag.ts';

/** The date format of a file for which none is given. */
export const ISO_DATE_FORMAT = 'YYYY-MM-DD';

/** A date format of YYYY or YY, MM or MMM, and DD, such as `MM/DD/YYYY` or `DD-MMM-YY`. */
export const dateFormat: Parse<string> = (text) => {
  if (dateFormatPattern(text) !== undefined) return text;
  throw new InvalidValueError(
    `must have YYYY or YY, MM or MMM, and DD once each, such as MM/DD/YYYY, not '${text}'`,
  );
};

export const dateFormatFlag = option(
  '--date-format <format>',
  'with --file: how it writes dates, such as MM/DD/YYYY or DD.MM.YYYY (default YYYY-MM-DD)',
  dateFormat,
);

/**
 * Returns the pattern of a date format, with the groups `year`, `month`, `day` and `time`, which is the rest of the text
 * after the date, if there is any; `undefined` for an invalid format.
 */
export function dateFormatPattern(format: string): RegExp | undefined {
  const parts = format.match(/YYYY|YY|MMM|MM|DD|[^YMD]+/g) ?? [];
  const isWhole = parts.join('') === format;
  const count = (letter: string) => parts.filter((it) => it.startsWith(letter)).length;
  if (!isWhole || !['Y', 'M', 'D'].every((it) => count(it) === 1)) return undefined;
  const pattern = parts.map((it) => groups[it] ?? it.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('')}(?<time>[ T].*)?$`, 'i');
}

const groups: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMM: '(?<month>[a-z]{3})[a-z]*\\.?',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A date of a file, and whether a time follows it. */
interface DateOfFile {
  /** `undefined` for a date that does not exist. */
  readonly date: IsoDate | undefined;
  readonly hasTime: boolean;
}

/**
 * Returns a parser of dates in a valid format; it returns `undefined` for a text that is not in this format. A year of
 * two digits is one of this century.
 */
export function dateParser(format: string): (text: string) => DateOfFile | undefined {
  const pattern = dateFormatPattern(format);
  return (text) => {
    const { year, month, day, time } = pattern?.exec(text.trim())?.groups ?? {};
    if (year === undefined || month === undefined || day === undefined) return undefined;
    const full = year.length === 2 ? Number(`20${year}`) : Number(year);
    const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.toLowerCase()) + 1;
    return { date: realDate(full, number, Number(day)), hasTime: time !== undefined };
  };
}

/** Returns a calendar date between 1990 and 2199; `undefined` if it does not exist. Months count from 1. */
export function realDate(year: number, month: number, day: number): IsoDate | undefined {
  const real = new Date(Date.UTC(year, month - 1, day));
  const isReal = real.getUTCMonth() === month - 1 && real.getUTCDate() === day;
  return isReal && year >= 1990 && year <= 2199 ? real.toISOString().slice(0, 10) : undefined;
}

/**
 * Parses a date of a file in the format that was given for it, and in no other one: a file that mixes formats is in
 * doubt. Without a format dates are ISO.
 */
export function parseFileDate(
  text: string,
  format: string | undefined,
): { readonly date: IsoDate } | { readonly problem: string } {
  const found = dateParser(format ?? ISO_DATE_FORMAT)(text);
  if (found?.hasTime) return { problem: 'has a time after the date' };
  if (found?.date !== undefined) return { date: found.date };
  if (found) return { problem: 'is not a date of the calendar' };
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    return { problem: 'is a number: format the column as a date in the spreadsheet' };
  }
  if (format !== undefined) return { problem: `is not a date as ${format}` };
  return { problem: `is not YYYY-MM-DD${formatHint(text)}` };
}

/** Returns the flags that the way in which a date is written could mean; empty if it is not a date. */
function formatHint(text: string): string {
  const [, separator, letter] = /^\d{1,4}([/. -])([A-Za-z]?)/.exec(text) ?? [];
  if (separator === undefined) return '';
  const flag = (...parts: readonly string[]) => `--date-format ${parts.join(separator)}`;
  const year = /\d{4}$/.test(text) ? 'YYYY' : 'YY';
  const formats = [
    ...(letter || separator === '.' ? [] : [flag('MM', 'DD', year)]),
    flag('DD', letter ? 'MMM' : 'MM', year),
  ];
  const known = /^\d{4}/.test(text) ? [flag('YYYY', 'MM', 'DD')] : formats;
  return `: add ${known.join(' or ')} if the file means that`;
}
