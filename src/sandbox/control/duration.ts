import { addDays, at, newYorkDate, newYorkTime } from '../../contract/ach/calendar.ts';

const PATTERN =
  /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?$/;
const MINUTE_MS = 60_000;

/**
 * The moment an ISO 8601 duration of weeks, days, hours, minutes and seconds after `from`; `undefined` when the text is
 * none. Days are New York's: the time of day stays, whatever the clocks there do meanwhile.
 */
export function addDuration(from: Date, duration: string): Date | undefined {
  const parts = PATTERN.exec(duration);
  if (!parts) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((it) => Number(it ?? 0));
  const later = addCalendarDays(from, weeks * 7 + days);
  return new Date(later.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

function addCalendarDays(from: Date, days: number): Date {
  const { hour, minute } = newYorkTime(from);
  const day = at(addDays(newYorkDate(from), days), hour, minute);
  return new Date(day.getTime() + (from.getTime() % MINUTE_MS));
}
