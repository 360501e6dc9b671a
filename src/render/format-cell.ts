/** Cells of tables and of machine-readable formats. */

import { type BarStyle, levelBar, shareBar } from './bars.ts';
import { localTime, zoneMark } from './dates.ts';
import { centsIn, decimalDollarsText, usd } from './money.ts';
import { sanitize } from './sanitize.ts';
import type { Kind, TerminalColumn } from './view.ts';

/** The length of the bar of a level, in columns. */
const LEVEL_LENGTH = 12;

export interface CellStyle {
  /** The time zone; that of the machine if `undefined`. */
  readonly zone: string | undefined;
  readonly barStyle?: BarStyle | undefined;
  /** The width of the terminal in columns. */
  readonly width?: number | undefined;
}

/** Returns the field at a path such as `settings.netTerms`; a field with the whole path as its name wins. */
export function valueAtPath(record: unknown, path: string): unknown {
  const direct = member(record, path);
  if (direct !== undefined || !path.includes('.')) return direct;
  return path.split('.').reduce(member, record);
}

/**
 * Formats a cell for programs: amounts as `1234.50`, dates and times as received, lists joined by `;`, objects as JSON.
 */
export function machineText(kind: Kind, value: unknown): string {
  const cents = kind === 'money' ? centsIn(value) : undefined;
  return cents === undefined ? textOf(value) : decimalDollarsText(cents);
}

/** Formats a cell for people: `$1,250.00`, local time, sanitized for terminals. */
export function humanText(kind: Kind, value: unknown, style: CellStyle): string {
  return formatters[kind]?.(value, style) ?? sanitize(textOf(value));
}

/** Returns the length of bars: 20 columns, 10 where a table has less than 72. */
const barLength = ({ width = 80 }: CellStyle): number => (width < 72 ? 10 : 20);

/** Formatters for people by kind. They return `undefined` for a value of another type, which is shown as received. */
const formatters: Readonly<
  Partial<Record<Kind, (value: unknown, style: CellStyle) => string | undefined>>
> = {
  money: (value) => {
    const cents = centsIn(value);
    return cents === undefined ? undefined : usd(cents);
  },
  time: (value, { zone }) => (typeof value === 'string' ? localTime(value, zone) : undefined),
  share: (value, style) =>
    typeof value === 'number' && value >= 0 && value <= 1
      ? shareBar(value, style.barStyle ?? 'blocks', barLength(style))
      : undefined,
  level: (value, { barStyle = 'blocks' }) =>
    typeof value === 'number' ? levelBar(value, barStyle, LEVEL_LENGTH) : undefined,
  boolean: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
};

/** Returns the heading of a column; that of times says their zone: `CREATED AT (ET)`. */
export function headingIn(
  zone: string | undefined,
  { key, kind, heading }: TerminalColumn,
): string {
  const text = heading ?? headingOf(key);
  const mark = kind === 'time' ? zoneMark(zone) : '';
  return mark === '' ? text : `${text} (${mark})`;
}

/** Returns a key as a heading: `invoiceNumber` is INVOICE NUMBER, `settings.netTerms` is SETTINGS NET TERMS. */
const headingOf = (key: string): string =>
  sanitize(key)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toUpperCase();

/** Returns a record's own field. A path never reaches inherited members: functions and the prototype. */
function member(record: unknown, name: string): unknown {
  if (typeof record !== 'object' || record === null) return undefined;
  const value = (record as Record<string, unknown>)[name];
  const mayBeInherited = typeof value === 'function' || name === '__proto__';
  return mayBeInherited && !Object.hasOwn(record, name) ? undefined : value;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return namesOf(value) ?? JSON.stringify(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the names in a list, joined by `;`; `undefined` if an item has no name. */
function namesOf(list: readonly unknown[]): string | undefined {
  const names = list.map((item) => member(item, 'name') ?? item);
  return names.some((name) => typeof name === 'object') ? undefined : names.join(';');
}
