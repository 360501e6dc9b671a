/** Dates of CSV statements by a format such as `MM/DD/YYYY`. */

import type { IsoDate } from '../../../contract/schema/field-types.ts';
import { dateFrom } from './amounts-and-dates.ts';
import { quoted, unreadable } from './bank-statement.ts';

/**
 * Returns the pattern of a date format, with the groups `year`, `month` and `day`; `undefined` for an invalid format. A
 * time after the date is allowed.
 */
export function dateFormatPattern(format: string): RegExp | undefined {
  const parts = format.match(/YYYY|YY|MMM|MM|DD|[^YMD]+/g) ?? [];
  const isWhole = parts.join('') === format;
  const count = (letter: string) => parts.filter((it) => it.startsWith(letter)).length;
  if (!isWhole || !['Y', 'M', 'D'].every((it) => count(it) === 1)) return undefined;
  const pattern = parts.map((it) => groups[it] ?? it.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('')}(?:[ T].*)?$`, 'i');
}

const groups: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMM: '(?<month>[a-z]{3})[a-z]*\\.?',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns a parser of dates in a valid format. It throws `StatementError`. */
export function dateParser(format: string): (text: string, line: number) => IsoDate {
  const pattern = dateFormatPattern(format);
  return (text, line) => {
    const { year, month, day } = pattern?.exec(text.trim())?.groups ?? {};
    if (year === undefined || month === undefined || day === undefined) {
      throw unreadable(line, `${quoted(text)} is not a date as ${format}`);
    }
    const full = year.length === 2 ? Number(`20${year}`) : Number(year);
    const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.toLowerCase()) + 1;
    return dateFrom(full, number, Number(day), { text, line });
  };
}
