import { newYorkDate } from '../../contract/ach/calendar.ts';
import { dollarsText } from '../../contract/money.ts';

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
