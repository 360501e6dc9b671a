import type { IsoDate } from '../../contract/schema/field-types.ts';
import { dateParser, ISO_DATE_FORMAT } from './date-format.ts';

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
