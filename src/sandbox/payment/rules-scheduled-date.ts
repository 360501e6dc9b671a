import { addDays, newYorkDate } from '../../contract/ach/calendar.ts';
import { IsoDate, IsoTimestamp } from '../../contract/schema/field-types.ts';
import { safeParse } from '../../contract/schema/zod-adapter.ts';
import { invalid } from '../context/validation.ts';

const LATEST_DAYS = 365;

/**
 * The date on which a payment is to start: tomorrow in New York at the earliest, within a year. Of a moment it is the
 * date in New York. Throws `Refused` (422).
 */
export function readScheduledDate(text: string, now: Date): IsoDate {
  const date = dateOf(text);
  const today = newYorkDate(now);
  if (date !== undefined && today < date && date <= addDays(today, LATEST_DAYS)) return date;
  const range = `from ${addDays(today, 1)} to ${addDays(today, LATEST_DAYS)}`;
  throw invalid(
    'invalid_scheduled_date',
    'scheduledDate',
    `scheduledDate must be a date ${range}.`,
  );
}

function dateOf(text: string): IsoDate | undefined {
  if (safeParse(IsoTimestamp, text).success) return newYorkDate(new Date(text));
  const local = text.replace(/T[\d:.]+$/, '');
  return safeParse(IsoDate, local).success ? local : undefined;
}
