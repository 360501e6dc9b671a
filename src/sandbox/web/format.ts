import { newYorkDate, newYorkTime } from '../../contract/ach/calendar.ts';
import { dollarsText } from '../../contract/money.ts';
import { type Html, html } from './html.ts';

/** A moment as the clocks of New York show it: `2026-03-02 10:00 EST`. A dash when there is none. */
export function time(moment: string | null): Html {
  return moment === null ? emptyMark : html`<time datetime="${moment}">${timeText(moment)}</time>`;
}

function timeText(moment: string): string {
  const { date, hour, minute } = newYorkTime(new Date(moment));
  const shown = `${date} ${two(hour)}:${two(minute)}`;
  const aheadMs = Date.parse(`${date}T${two(hour)}:${two(minute)}Z`) - Date.parse(moment);
  return `${shown} ${Math.round(aheadMs / HOUR_MS) === -4 ? 'EDT' : 'EST'}`;
}

/** What stands where there is nothing. */
export const emptyMark = html`<span class="none">–</span>`;

export const textOrEmptyMark = (text: string | null): Html =>
  text === null || text === '' ? emptyMark : html`${text}`;

/** A state, colored by whether it is good news. */
export const badge = (state: string): Html =>
  html`<span class="badge ${toneOf(state)}">${state}</span>`;

/** A count and what is counted: `1 payment`, `3 payments`. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

const HOUR_MS = 3_600_000;

const two = (figure: number) => String(figure).padStart(2, '0');

const toneOf = (state: string) => tones[state.toUpperCase()] ?? 'calm';

const tones: Readonly<Record<string, string>> = {
  APPROVED: 'good',
  COMPLETED: 'good',
  PAID: 'good',
  VERIFIED: 'good',
  ENABLED: 'good',
  HOLDS: 'good',
  ACTIVE: 'good',
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

/** Cents as a person writes them: `$1,250.00`. */
export function money(cents: number): string {
  const [whole = '', places] = dollarsText(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${places}`;
}

/** A calendar date as a person writes it: `March 5, 2026`. */
export const longDate = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

/** The date of a moment in New York, as a person writes it. */
export const dateOf = (moment: Date): string => longDate(newYorkDate(moment));
