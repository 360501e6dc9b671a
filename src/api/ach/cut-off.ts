/** Processing windows of the ACH network, including the same-day cutoff. */

import type { ClearingSpeed } from '../operations/pay.ts';
import type { IsoDate } from '../schema/field-types.ts';
import {
  addBusinessDays,
  isBusinessDay,
  newYorkDate,
  newYorkInstant,
  newYorkTime,
  nextBusinessDay,
} from './calendar.ts';

/** The times at which a transfer is submitted to the ACH network and is settled. */
export interface Window {
  readonly submitAt: Date;
  readonly settleAt: Date;
  /** True for a same-day payment that missed today's last cutoff. */
  readonly cutoffMissed: boolean;
}

/** Hours of the day in Eastern Time; the two after them count business days. */
const OPENING = 9;
const EXPORT = 17;
const STANDARD_DAYS = 3;
const RETURN_DAYS = 2;
/** The time (ET) at which returns reach the bank of the service: the opening of its business day. */
const RETURNS = { hour: 8, minute: 30 } as const;

/** The three same-day windows (hours ET): each takes payments received before it closes. */
const sameDayWindows = [
  { closes: 10, settles: 13 },
  { closes: 14, settles: 17 },
  { closes: 16, settles: 18 },
] as const;

/** Hours (ET) of business days before which a payment is submitted the same day, by speed; several for same-day. */
export const cutOffHours = {
  standard: EXPORT,
  sameDay: sameDayWindows.map(({ closes }) => closes),
} as const;

/** Business days from the submission of a standard payment to its settlement. */
export const standardClearingDays = STANDARD_DAYS;

/** The largest same-day payment, in cents: $1,000,000 by the rules of Nacha. */
export const SAME_DAY_MAX_CENTS = 100_000_000;

/** Returns the window of a payment that is ready at `moment`: "ACH speed" of the specification. */
export const windowAt = (speed: ClearingSpeed, moment: Date): Window =>
  speed === 'sameDay' ? sameDayAt(moment) : exported(moment, STANDARD_DAYS);

/** Returns the window of a withdrawal requested at `moment`. */
export const withdrawalWindowAt = (moment: Date): Window => exported(moment, 1);

/** Returns the time at which a scheduled payment starts: 9:00 ET on its date, or on the next business day. */
export const scheduledStartAt = (scheduledDate: IsoDate): Date =>
  newYorkInstant(nextBusinessDay(scheduledDate), OPENING);

/**
 * Returns the time at which a bank (RDFI) usually returns a transfer: 8:30 ET, two business days after its submission,
 * or after its settlement if it settled before.
 */
export const returnAfter = (moment: Date): Date =>
  newYorkInstant(addBusinessDays(newYorkDate(moment), RETURN_DAYS), RETURNS.hour, RETURNS.minute);

function sameDayAt(moment: Date): Window {
  const { date, hour } = newYorkTime(moment);
  const today = isBusinessDay(date) && sameDayWindows.find(({ closes }) => hour < closes);
  if (today) return sameDay(date, today, false);
  return sameDay(addBusinessDays(date, 1), sameDayWindows[0], true);
}

const sameDay = (
  date: IsoDate,
  { closes, settles }: (typeof sameDayWindows)[number],
  cutoffMissed: boolean,
): Window => ({
  submitAt: newYorkInstant(date, closes),
  settleAt: newYorkInstant(date, settles),
  cutoffMissed,
});

function exported(moment: Date, days: number): Window {
  const { date, hour } = newYorkTime(moment);
  const day = isBusinessDay(date) && hour < EXPORT ? date : addBusinessDays(date, 1);
  const submitAt = newYorkInstant(day, EXPORT);
  return { submitAt, settleAt: morningAfter(submitAt, days), cutoffMissed: false };
}

const morningAfter = (moment: Date, days: number): Date =>
  newYorkInstant(addBusinessDays(newYorkDate(moment), days), OPENING);
