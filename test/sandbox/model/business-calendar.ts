/** The model's business calendar: two years of Eastern Time, written by hand. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const holidays: ReadonlySet<string> = new Set([
  ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-09-07'],
  ...['2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'],
  ...['2027-01-01', '2027-01-18', '2027-02-15', '2027-05-31', '2027-07-05', '2027-09-06'],
  ...['2027-10-11', '2027-11-11', '2027-11-25'],
]);

const summers = [
  ['2026-03-08T07:00Z', '2026-11-01T06:00Z'],
  ['2027-03-14T07:00Z', '2027-11-07T06:00Z'],
].map((it) => it.map((moment) => Date.parse(moment)));

const isSummer = (moment: number): boolean =>
  summers.some(([begins = 0, ends = 0]) => begins <= moment && moment < ends);

const shown = (moment: number): Date => new Date(moment - (isSummer(moment) ? 4 : 5) * HOUR_MS);

/** Returns the Eastern date of a time. */
export const dateAt = (moment: number): string => shown(moment).toISOString().slice(0, 10);

/** Returns the date `days` later. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

function isBusinessDay(date: string): boolean {
  if (date > '2027-12-01') throw new Error(`The model knows no holidays as late as ${date}.`);
  return ![0, 6].includes(new Date(date).getUTCDay()) && !holidays.has(date);
}

/** Returns the date, or the next business day. */
const workingDay = (date: string): string =>
  isBusinessDay(date) ? date : workingDay(plusDays(date, 1));

const businessDaysAfter = (date: string, count: number): string =>
  count === 0 ? date : businessDaysAfter(workingDay(plusDays(date, 1)), count - 1);

/** Returns the time at which clocks in New York show this many ms after midnight. */
function momentAt(date: string, timeOfDay: number): number {
  const local = Date.parse(date) + timeOfDay;
  return isSummer(local + 4 * HOUR_MS) ? local + 4 * HOUR_MS : local + 5 * HOUR_MS;
}

const at = (date: string, hour: number): number => momentAt(date, hour * HOUR_MS);

/** Returns 9:00 ET, `businessDays` business days after the date of a time. */
const morningAfter = (moment: number, businessDays: number): number =>
  at(businessDaysAfter(dateAt(moment), businessDays), 9);

/** Returns 8:30 ET two business days after the date of a time, when banks return what they do not pay. */
export const returnAfter = (moment: number): number =>
  at(businessDaysAfter(dateAt(moment), 2), 8.5);

/** Returns the time at which a payment scheduled for this date starts. */
export const startOf = (date: string): number => at(workingDay(date), 9);

/** The amount by which a clock is advanced. */
export interface Leap {
  readonly by?: `PT${number}H` | `P${number}D`;
  readonly businessDays?: number;
}

/** Returns the time after advancing the clock. */
export function leapFrom(moment: number, { by = 'PT0H', businessDays }: Leap): number {
  const [count = 0] = (/\d+/.exec(by) ?? []).map(Number);
  if (businessDays === undefined && by.endsWith('H')) return moment + count * HOUR_MS;
  const today = dateAt(moment);
  const timeOfDay = shown(moment).getTime() - Date.parse(today);
  const day =
    businessDays === undefined ? plusDays(today, count) : businessDaysAfter(today, businessDays);
  return momentAt(day, timeOfDay);
}

/** The submission and settlement times of a transfer in ms. */
export interface Window {
  readonly submitAt: number;
  readonly settleAt: number;
}

const sameDayHours = [
  [10, 13],
  [14, 17],
  [16, 18],
] as const;

/** Returns the same-day window for a time. */
export function sameDayWindow(moment: number): Window {
  const today = dateAt(moment);
  const hour = shown(moment).getUTCHours();
  const found = isBusinessDay(today) ? sameDayHours.find(([closes]) => hour < closes) : undefined;
  const day = found ? today : businessDaysAfter(today, 1);
  const [closes, settles] = found ?? sameDayHours[0];
  return { submitAt: at(day, closes), settleAt: at(day, settles) };
}

/** Returns the export at 17:00 ET, and the morning `days` business days later. */
export function exportWindow(moment: number, days: 1 | 3): Window {
  const today = dateAt(moment);
  const isInTime = isBusinessDay(today) && shown(moment).getUTCHours() < 17;
  const submitAt = at(isInTime ? today : businessDaysAfter(today, 1), 17);
  return { submitAt, settleAt: morningAfter(submitAt, days) };
}
