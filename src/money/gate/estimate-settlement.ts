import { newYorkDate } from '../../api/ach/calendar.ts';
import { scheduledStartAt, windowAt, withdrawalWindowAt } from '../../api/ach/cut-off.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';

/** The speed and the date of a payment; `undefined` for standard and now. */
export interface Timing {
  readonly speed: 'standard' | 'same-day' | undefined;
  readonly on: IsoDate | undefined;
}

/**
 * Returns the Eastern date on which a payment that starts now, or on its date, settles by the ACH calendar: an
 * estimate, since the service keeps its own calendar. `now` is the service's clock. Returns `null` if that is not
 * known.
 */
export function estimatedSettlement({ speed, on }: Timing, now: Date | undefined): IsoDate | null {
  if (now === undefined) return null;
  const window = windowAt(
    speed === 'same-day' ? 'sameDay' : 'standard',
    on ? scheduledStartAt(on) : now,
  );
  return newYorkDate(window.settleAt);
}

/**
 * Returns the estimate as the end of a sentence: `, settles about 2026-03-05 (estimated)`, or `''` if it is not known.
 */
export function settlementEstimateText(timing: Timing, now: Date | undefined): string {
  const date = estimatedSettlement(timing, now);
  return date === null ? '' : `, estimated settlement ${date}`;
}

/** Returns the Eastern date on which a withdrawal that starts now arrives: an estimate. `null` if `now` is not known. */
export const estimatedArrival = (now: Date | undefined): IsoDate | null =>
  now === undefined ? null : newYorkDate(withdrawalWindowAt(now).settleAt);

/** Returns the estimate for a withdrawal: `, estimated arrival 2026-03-05`, or `''` if `now` is not known. */
export function arrivalEstimateText(now: Date | undefined): string {
  const date = estimatedArrival(now);
  return date === null ? '' : `, estimated arrival ${date}`;
}
