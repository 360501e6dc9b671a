import { RRuleTemporal } from 'rrule-temporal';
import type { IsoDate } from '../api/schema/field-types.ts';
import { InvalidValueError, type Parse } from '../cli/flags/flag.ts';
import { date } from '../cli/flags/value-parsers.ts';

/** The largest number of dates that a rule is expanded to: more than 27 years of days. */
const MAX_DATES = 10_000;

const list = (item: string) => new RegExp(`^(?:${item})(?:,(?:${item}))*$`);
const ordinal = (item: string) => `[+-]?0*(?:${item})`;

const WEEKDAYS = 'SU|MO|TU|WE|TH|FR|SA';
const UP_TO_53 = '[1-9]|[1-4]\\d|5[0-3]';
const UP_TO_366 = '[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6]';

/** The parts of a rule, and their values: the library ignores a part that it does not know, and a value out of range. */
const parts: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  UNTIL: /^\d{8}$/,
  COUNT: /^0*[1-9]\d{0,4}$/,
  INTERVAL: /^0*[1-9]\d{0,3}$/,
  BYDAY: list(`(?:${ordinal(UP_TO_53)})?(?:${WEEKDAYS})`),
  BYMONTHDAY: list(ordinal('[1-9]|[12]\\d|3[01]')),
  BYYEARDAY: list(ordinal(UP_TO_366)),
  BYWEEKNO: list(ordinal(UP_TO_53)),
  BYMONTH: list('0?[1-9]|1[0-2]'),
  BYSETPOS: list(ordinal(UP_TO_366)),
  WKST: new RegExp(`^(?:${WEEKDAYS})$`),
};

/** The parts of rules that repeat within a day. */
const timeParts = /^BY(?:HOUR|MINUTE|SECOND)$/;

/** A rule such as `FREQ=MONTHLY;BYMONTHDAY=1`, with or without `RRULE:`, in capitals. */
export const recurrenceRule: Parse<string> = (text) => {
  const rule = text.toUpperCase().replace(/^RRULE:/, '');
  const names = rule.split(';').map(checkedPart);
  const repeated = names.find((it, at) => names.indexOf(it) < at);
  if (repeated !== undefined) throw new InvalidValueError(`has ${repeated} twice`);
  return rule;
};

/** Returns the name of a part of a rule. Throws for an unknown part and an invalid value. */
function checkedPart(part: string): string {
  const [name = '', value = '', ...more] = part.split('=');
  if (timeParts.test(name)) throw new InvalidValueError(`has ${name}, but invoices have no time`);
  const values = parts[name];
  if (!values) throw new InvalidValueError(`has the unknown part '${part}'`);
  if (more.length > 0 || !values.test(value)) {
    throw new InvalidValueError(`has an invalid ${name}: '${value}'${hints[name] ?? ''}`);
  }
  if (name === 'UNTIL') date(`${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`);
  return name;
}

const hints: Readonly<Record<string, string>> = {
  FREQ: ' (DAILY, WEEKLY, MONTHLY or YEARLY)',
  UNTIL: ' (a date such as 20261231)',
};

/**
 * Returns the dates of a rule from its start (DTSTART), in order, up to `last`, at most `limit` of them.
 *
 * @throws {InvalidValueError} if the rule contradicts itself, has no or too many dates, or does not begin at its start.
 */
export function listOccurrences(
  rule: string,
  start: IsoDate,
  { last, limit }: { readonly last?: IsoDate; readonly limit?: number },
): readonly IsoDate[] {
  const most = Math.min(limit ?? MAX_DATES, MAX_DATES);
  const dates = firstDates(rule, start, (found, count) => count < most && !(found > (last ?? '9')));
  const [first] = dates;
  if (first === undefined) throw new InvalidValueError('has no date');
  if (first !== start) {
    throw new InvalidValueError(`does not begin on ${start}: its first date is ${first}`);
  }
  if (limit === undefined && dates.length >= MAX_DATES) {
    throw new InvalidValueError(`has more than ${MAX_DATES.toLocaleString('en-US')} dates`);
  }
  return last === undefined ? dates : dates.filter((it) => it <= last);
}

/** Returns the first dates of a rule, until `goesOn` is false for one of them and their number. */
function firstDates(
  rule: string,
  start: IsoDate,
  goesOn: (date: IsoDate, count: number) => boolean,
): readonly IsoDate[] {
  const dates: IsoDate[] = [];
  const collect = ({ year, month, day }: CalendarDay) => {
    const found = [String(year).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-');
    dates.push(found);
    return goesOn(found, dates.length);
  };
  try {
    const rruleString = `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}\nRRULE:${rule}`;
    new RRuleTemporal({ rruleString, strict: true, cache: false }).all(collect);
  } catch (error) {
    // The library throws plain errors: for a contradiction before the first date, and when it finds no further one.
    if (!(error instanceof Error)) throw error;
    if (!/^Maximum/.test(error.message))
      throw new InvalidValueError(`is invalid: ${error.message}`);
    if (dates.length > 0) throw new InvalidValueError('has dates that are too far apart');
  }
  return dates;
}

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
