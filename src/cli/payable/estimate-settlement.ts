import { newYorkDate } from '../../contract/ach/calendar.ts';
import {
  scheduledStartAt,
  windowAt,
  withdrawalWindowAt,
} from '../../contract/ach/same-day-window.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';

export interface Timing {
  readonly speed: 'standard' | 'same-day' | undefined;
  readonly on: IsoDate | undefined;
}

/**
 * The date on which a payment that starts now, or on its date, has settled by the ACH calendar: an estimate, since the
 * service keeps its own. `now` is the service's clock; null when that is not known.
 */
export function estimatedSettlement({ speed, on }: Timing, now: Date | undefined): IsoDate | null {
  if (now === undefined) return null;
  const window = windowAt(
    speed === 'same-day' ? 'sameDay' : 'standard',
    on ? scheduledStartAt(on) : now,
  );
  return newYorkDate(window.settleAt);
}

/** The same as the end of a sentence: `, estimated settlement 2026-03-05`. */
export function settlementEstimateText(timing: Timing, now: Date | undefined): string {
  const date = estimatedSettlement(timing, now);
  return date === null ? '' : `, estimated settlement ${date}`;
}

/** The same for a withdrawal: `, estimated arrival 2026-03-05`. */
export const arrivalEstimateText = (now: Date | undefined): string =>
  now === undefined ? '' : `, estimated arrival ${newYorkDate(withdrawalWindowAt(now).settleAt)}`;
