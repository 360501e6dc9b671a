import { newYorkDate, newYorkTime } from '../../api/ach/calendar.ts';
import { dollarsText } from '../../api/money.ts';
import { type Html, html } from './html.ts';

/**
 * Returns an instant in Eastern Time, or a dash for null. The clock of the page says the zone.
 *
 * @example `2026-03-02 10:00`
 */
export function time(moment: string | null): Html {
  if (moment === null) return emptyMark;
  const [date, clock] = timeText(moment).split(' ');
  return html`<time datetime="${moment}">${date} ${clock}</time>`;
}

/**
 * Returns an instant in Eastern Time with its zone.
 *
 * @example `2026-03-02 10:00 EST`
 */
export function timeText(moment: string): string {
  const { date, hour, minute } = newYorkTime(new Date(moment));
  const text = `${date} ${twoDigits(hour)}:${twoDigits(minute)}`;
  const aheadMs =
    Date.parse(`${date}T${twoDigits(hour)}:${twoDigits(minute)}Z`) - Date.parse(moment);
  return `${text} ${Math.round(aheadMs / HOUR_MS) === -4 ? 'EDT' : 'EST'}`;
}

/** Returns a real time, which the clock of the sandbox does not change: `2026-03-02 10:00:07.123`, or a dash for 0. */
export function realTime(ms: number): Html {
  if (ms === 0) return emptyMark;
  const iso = new Date(ms).toISOString();
  const [date, clock] = timeText(iso).split(' ');
  return html`<time datetime="${iso}">${date} ${clock}:${iso.slice(17, 23)}</time>`;
}

/**
 * Returns an instant in Eastern Time as people say it.
 *
 * @example `Wed Mar 4 09:00`
 */
export function momentText(moment: Date): string {
  const { date, hour, minute } = newYorkTime(moment);
  return `${weekdayOf(moment)} ${dayText(date)} ${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** Returns the weekday of an instant in Eastern Time, e.g. `Wed`. */
export const weekdayOf = (moment: Date): string =>
  weekdays[new Date(newYorkDate(moment)).getUTCDay()] ?? '';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Formats a calendar date in short, without its year, e.g. `Mar 4`. */
export const dayText = (date: string): string =>
  `${monthOf(date).slice(0, 3)} ${Number(date.slice(8))}`;

const monthOf = (date: string): string => months[Number(date.slice(5, 7)) - 1] ?? '';

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

export const emptyMark = html`<span class="none">–</span>`;

/** Returns a status as a badge, colored by whether it is good news. */
export const badge = (state: string): Html =>
  html`<span class="badge ${statusToneOf(state)}">${state}</span>`;

/**
 * Returns a count with its noun.
 *
 * @example `1 payment`, `3 payments`
 */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Returns a text with a capital first letter. */
export const capitalized = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const HOUR_MS = 3_600_000;

const twoDigits = (figure: number) => String(figure).padStart(2, '0');

/** Returns the tone of a status: `good`, `busy`, `wary`, `bad` or `calm`. */
export const statusToneOf = (state: string): string => tones[state.toUpperCase()] ?? 'calm';

const tones: Readonly<Record<string, string>> = {
  APPROVED: 'good',
  COMPLETED: 'good',
  PAID: 'good',
  VERIFIED: 'good',
  ENABLED: 'good',
  HOLDS: 'good',
  ACTIVE: 'good',
  ACCEPTED: 'good',
  CONNECTED: 'good',
  PENDING: 'busy',
  PROCESSING: 'busy',
  SCHEDULED: 'busy',
  SUBMITTED: 'busy',
  HELD: 'wary',
  UNVERIFIED: 'wary',
  DECLINED: 'bad',
  FAILED: 'bad',
  BROKEN: 'bad',
  RETURNED: 'bad',
  SUSPENDED: 'bad',
  VERIFICATION_FAILED: 'bad',
};

/**
 * Formats cents as dollars.
 *
 * @example `$1,250.00`
 */
export function money(cents: number): string {
  const [dollars = '', fraction] = dollarsText(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}$${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** Formats a unit price in dollars with two to four decimals. */
export const price = (dollars: number): string =>
  `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

/**
 * Formats a calendar date, without `Intl`, whose tables take 8 MB of memory.
 *
 * @example `March 5, 2026`
 */
export const longDate = (date: string): string =>
  `${monthOf(date)} ${Number(date.slice(8))}, ${date.slice(0, 4)}`;

/** Formats the Eastern date of an instant, e.g. `March 5, 2026`. */
export const dateOf = (moment: Date): string => longDate(newYorkDate(moment));

/** Formats an instant: `March 2, 2026, 5:00 PM ET`. */
export function easternText(moment: Date): string {
  const { date, hour, minute } = newYorkTime(moment);
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${longDate(date)}, ${clock} ET`;
}
