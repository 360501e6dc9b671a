import { addDays, isBusinessDay } from '../../../contract/ach/calendar.ts';
import type { IsoDate } from '../../../contract/schema/field-types.ts';

/** The dates on which a transfer may be posted, first and last included, and the one on which it is expected. */
export interface PostingWindow {
  readonly from: IsoDate;
  readonly expected: IsoDate;
  readonly to: IsoDate;
}

/** The largest distance that is counted: what is further apart is equally far. */
const FARTHEST = 250;

/** Returns the business days from one date to a later one, without the first; negative for an earlier one. */
export function businessDaysBetween(from: IsoDate, to: IsoDate): number {
  if (to < from) return -businessDaysBetween(to, from);
  let count = 0;
  for (let day = from; day < to && count < FARTHEST; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) count++;
  }
  return count;
}

/** Reports whether a date is in a window. */
export const isWithin = (date: IsoDate, { from, to }: PostingWindow): boolean =>
  from <= date && date <= to;
