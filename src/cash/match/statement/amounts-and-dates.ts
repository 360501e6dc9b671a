/** Parsers of amounts and dates in statements. All throw `UnreadableFileError`. */

import type { IsoDate } from '../../../api/schema/field-types.ts';
import { realDate } from '../../../cli/input/date-format.ts';
import { quoted, unreadable } from '../../../cli/input/file-problems.ts';

/** The largest amount that is read, in digits before the point: cents stay exact integers. */
const MAX_DIGITS = 13;

/**
 * Parses a decimal number such as `-1250.5` to integer cents. Digits after the second decimal must be zero; a sign, and
 * thousands separators in groups of three, are allowed. A last comma that is followed by one or two digits is a decimal
 * comma, as OFX allows it; points before it separate thousands: `1.234,50`.
 */
export function parseSignedCents(text: string, line: number): number {
  const plain = text.trim();
  const [, sign = '', digits = ''] = /^([+-]?)\s*(.*)$/s.exec(plain) ?? [];
  const cents = unsignedCents(withoutGroups(digits));
  if (cents === undefined) throw unreadable(line, `the amount ${quoted(text)} is not a number`);
  if (cents === 'fraction') {
    throw unreadable(line, `the amount ${quoted(text)} has a fraction of a cent`);
  }
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** Parses cents without a decimal point, as in BAI2: `-3500` is minus 35 dollars. */
export function parseWholeCents(text: string, line: number): number {
  const [, sign, digits] = /^([+-]?)0*(\d{1,15})$/.exec(text.trim()) ?? [];
  if (digits === undefined) throw unreadable(line, `the amount ${quoted(text)} is not a number`);
  const cents = Number(digits);
  return sign === '-' && cents !== 0 ? -cents : cents;
}

function unsignedCents(digits: string): number | 'fraction' | undefined {
  const [, whole = '', places = ''] = /^(\d*)(?:\.(\d*))?$/.exec(digits) ?? [];
  const known = whole.replace(/^0+(?=\d)/, '');
  if ((whole === '' && places === '') || known.length > MAX_DIGITS) return undefined;
  if (/[^0]/.test(places.slice(2))) return 'fraction';
  return Number(known || '0') * 100 + Number(places.slice(0, 2).padEnd(2, '0'));
}

function withoutGroups(digits: string): string {
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits) && !/^\d{1,3},\d{3}$/.test(digits)) {
    return digits.replaceAll(',', '');
  }
  const hasDecimalComma = /^(\d+|[1-9]\d{0,2}(\.\d{3})+),\d{1,2}$/.test(digits);
  return hasDecimalComma ? digits.replaceAll('.', '').replace(',', '.') : digits;
}

/** Parses `20260305`, or a timestamp that starts with it, as in OFX. Its date counts as written, in any time zone. */
export function parseCompactDate(text: string, line: number): IsoDate {
  const [, ...parts] = /^\s*(\d{4})(\d\d)(\d\d)(?:\d{2,6}|\s*$|(?=[.[:]))/.exec(text) ?? [];
  return toDate(parts, text, line);
}

/** Parses `2026-03-05`, or a timestamp that starts with it. Its date counts as written, in any time zone. */
export function parseIsoDate(text: string, line: number): IsoDate {
  const [, ...parts] = /^\s*(\d{4})-(\d\d)-(\d\d)(?=$|[\sTZ+-])/.exec(text) ?? [];
  return toDate(parts, text, line);
}

/** Parses `YYMMDD` of BAI2; the year is between 1990 and 2089. Eight digits are read with their century. */
export function parseShortDate(text: string, line: number): IsoDate {
  const [, century, year, ...rest] = /^\s*(\d\d)?(\d\d)(\d\d)(\d\d)\s*$/.exec(text) ?? [];
  const ofCentury = century ?? (Number(year) >= 90 ? '19' : '20');
  return toDate([`${ofCentury}${year}`, ...rest], text, line);
}

/** Converts year, month and day as they are in `text`; there are none in a text of another form. */
function toDate([year, month, day]: readonly string[], text: string, line: number): IsoDate {
  const date = realDate(Number(year), Number(month), Number(day));
  if (date === undefined) throw unreadable(line, `${quoted(text)} is not a date`);
  return date;
}
