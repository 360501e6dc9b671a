import type { ClearingSpeed } from '../pay.ts';
import type { IsoDate } from '../schema/field-types.ts';
import {
  addBusinessDays,
  isBusinessDay,
  newYorkDate,
  newYorkInstant,
  newYorkTime,
  nextBusinessDay,
} from './calendar.ts';

/** When a transfer leaves for the ACH network, and when it has settled. */
export interface Window {
  readonly submitAt: Date;
  readonly settleAt: Date;
  /** Same-day, but too late for today. */
  readonly cutoffMissed: boolean;
}

/** Hours of New York. */
const OPENING = 9;
const EXPORT = 17;
const STANDARD_DAYS = 3;
const RETURN_DAYS = 2;

/** The three same-day windows: each takes what came in before it closed. */
const sameDayWindows = [
  { closes: 10, settles: 13 },
  { closes: 14, settles: 17 },
  { closes: 16, settles: 18 },
] as const;

/** The window that takes a payment which is ready at `moment`: "ACH speed" of the specification. */
export const windowAt = (speed: ClearingSpeed, moment: Date): Window =>
  speed === 'sameDay' ? sameDayAt(moment) : exported(moment, STANDARD_DAYS);

/** The window that takes a withdrawal requested at `moment`. */
export const withdrawalWindowAt = (moment: Date): Window => exported(moment, 1);

/** When a scheduled payment starts: in the morning of its date, or of the next business day. */
export const scheduledStartAt = (scheduledDate: IsoDate): Date =>
  newYorkInstant(nextBusinessDay(scheduledDate), OPENING);

/** When a payment that the payer's bank refuses comes back. */
export const returnOf = (
  speed: ClearingSpeed,
  { submitAt, settleAt }: Omit<Window, 'cutoffMissed'>,
) => (speed === 'sameDay' ? settleAt : morningAfter(submitAt, RETURN_DAYS));

/** When a payment that had settled at `completedAt` comes back after all. */
export const lateReturnOf = (completedAt: Date): Date => morningAfter(completedAt, RETURN_DAYS);

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
