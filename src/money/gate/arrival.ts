/** Payments that must arrive by a date: their start and their speed by the ACH calendar. */

import {
  businessDaysBetween,
  closedOn,
  newYorkDate,
  nextBusinessDay,
  previousBusinessDay,
  subtractBusinessDays,
} from '../../api/ach/calendar.ts';
import {
  SAME_DAY_MAX_CENTS,
  scheduledStartAt,
  standardClearingDays,
  windowAt,
} from '../../api/ach/cut-off.ts';
import { dateIn, type IsoDate } from '../../api/schema/field-types.ts';
import { GuardError, MAX_PROBLEM_LINES, UsageError } from '../errors.ts';
import { inQuotes } from '../marks/mark.ts';
import { estimatedSettlement, type Timing } from './estimate-settlement.ts';

/** When a payment must arrive: by a date, or by the due date of its payable. */
export type ArriveBy = IsoDate | 'due';

/** Returns `the due date "2026-02-31", which is no date`. */
export const noDateText = (due: string): string =>
  `the due date ${inQuotes(due)}, which is no date`;

/** A timing with the dates that it leads to. */
export interface Arrival extends Timing {
  readonly starts: IsoDate;
  readonly arrives: IsoDate;
}

/**
 * Returns the timing with which a payment arrives by a date: standard ACH as late as possible, or else same-day ACH. If
 * neither does, `isLate` is true, and it is the earliest arrival. `now` is the service's clock.
 */
export function arrivalBy(
  by: IsoDate,
  cents: number,
  now: Date,
): Arrival & { readonly isLate: boolean } {
  const last = previousBusinessDay(by);
  const mayBeSameDay = cents <= SAME_DAY_MAX_CENTS;
  const timings: readonly Timing[] = [
    { speed: 'standard', on: subtractBusinessDays(last, standardClearingDays) },
    { speed: 'standard', on: undefined },
    ...(mayBeSameDay ? [{ speed: 'same-day', on: last } as const] : []),
    ...(mayBeSameDay ? [{ speed: 'same-day', on: undefined } as const] : []),
  ];
  const today = newYorkDate(now);
  const possible = timings
    .filter(({ on }) => on === undefined || on > today)
    .map((timing) => arrivalOf(timing, now));
  const inTime = possible.find(({ arrives }) => arrives <= by);
  if (inTime) return { ...inTime, isLate: false };
  const [earliest] = possible.toSorted((one, other) => (one.arrives < other.arrives ? -1 : 1));
  if (!earliest) throw new Error('A payment can start now.');
  return { ...earliest, isLate: true };
}

export function arrivalOf(timing: Timing, now: Date): Arrival {
  const { speed, on } = timing;
  const ready = on ? scheduledStartAt(on) : now;
  const { submitAt } = windowAt(speed === 'same-day' ? 'sameDay' : 'standard', ready);
  const starts = newYorkDate(submitAt);
  return { ...timing, starts, arrives: estimatedSettlement(timing, now) ?? starts };
}

/**
 * Checks that no speed and no date is given beside a date to arrive by, which decides both.
 *
 * @throws {UsageError} If one is.
 */
export function assertNoOtherTiming({ speed, on }: Timing): void {
  if (speed === undefined && on === undefined) return;
  throw new UsageError('--arrive-by cannot be used with --speed or --on.');
}

/** A payment that cannot arrive in time, or has no date to arrive by. */
export interface LateArrival {
  /** `Payable pay_1`, or `row 3: payable pay_1`. */
  readonly subject: string;
  /** `undefined` for a payable without a due date that can be read. */
  readonly by: IsoDate | undefined;
  /** The due date as the service sent it. */
  readonly due: string | null | undefined;
  readonly earliest: IsoDate | undefined;
}

/** Creates the error of payments that cannot arrive in time (14). */
export function createCannotArriveError(late: readonly LateArrival[]): GuardError {
  const lines = late.map(({ subject, by, due, earliest }) =>
    by === undefined
      ? `${subject} has ${due ? noDateText(due) : 'no due date'}.`
      : `${subject} cannot arrive by ${by}: the earliest date is ${earliest}, ${lateText(by, earliest ?? by)}.`,
  );
  const left = lines.length - MAX_PROBLEM_LINES;
  return new GuardError(
    'cannot_arrive',
    [
      'Nothing was sent.',
      ...lines.slice(0, MAX_PROBLEM_LINES),
      ...(left > 0 ? [`and ${left} more`] : []),
    ],
    ['leave --arrive-by out and add --speed same-day, to pay as early as possible'],
  );
}

/** Returns `late by 2 business days`; `''` for an arrival that is in time. */
function lateText(due: IsoDate, arrives: IsoDate): string {
  if (arrives <= due) return '';
  const days = businessDaysBetween(due, arrives);
  return `late by ${daysText(days)}`;
}

const daysText = (days: number): string =>
  days === 1 ? '1 business day' : `${days} business days`;

/** Describes a due date with the start and the arrival of the payment: `Due 2026-03-04, starts …, arrives …: late by …`. */
export function dueText(due: string, timing: Timing, now: Date | undefined): string {
  const date = dateIn(due);
  if (date === undefined) return `Due ${inQuotes(due)}, which is no date`;
  if (now === undefined) return `Due ${date}`;
  const { starts, arrives } = arrivalOf(timing, now);
  const late = lateText(date, arrives);
  return `Due ${date}, starts ${starts}, arrives ${arrives}${late === '' ? '' : `: ${late}`}`;
}

/** Describes the timing that was chosen for an arrival, with what it costs in days. */
export function arrivalText(by: IsoDate, { speed, starts, arrives }: Arrival): string {
  const title = speed === 'same-day' ? 'same-day ACH' : 'standard ACH';
  const days = businessDaysBetween(starts, arrives);
  const cost = days === 0 ? 'on the day' : `${daysText(days)} before`;
  return `To arrive by ${by}: ${title}. The money leaves on ${starts}, ${cost} it arrives.`;
}

/** Says on which day a payment starts whose date is no business day; `undefined` for a business day. */
export function closedDayText(on: IsoDate): string | undefined {
  const reason = closedOn(on);
  if (reason === undefined) return undefined;
  return `${on} is no business day (${reason}): the payment starts on ${nextBusinessDay(on)}`;
}
