import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  addDays,
  advanceBusinessDays,
  businessDaysBetween,
  closedOn,
  daysBetween,
  easternDateOf,
  holidayOn,
  isBusinessDay,
  newYorkDate,
  newYorkInstant,
  newYorkTime,
  nextBusinessDay,
  previousBusinessDay,
  subtractBusinessDays,
} from '../../src/api/ach/calendar.ts';

const daysOf = (year: number) =>
  Array.from({ length: 366 }, (_, day) => addDays(`${year}-01-01`, day)).filter((it) =>
    it.startsWith(String(year)),
  );

const closedWeekdays = (year: number) =>
  daysOf(year).filter((it) => ![0, 6].includes(new Date(it).getUTCDay()) && !isBusinessDay(it));

describe('business days', () => {
  test('the Federal Reserve is closed on these weekdays of 2026', () => {
    expect(closedWeekdays(2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
  });

  test('a holiday on a Saturday is not observed; one on a Sunday is observed on Monday', () => {
    expect(closedWeekdays(2027)).toEqual([
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-05-31',
      '2027-07-05',
      '2027-09-06',
      '2027-10-11',
      '2027-11-11',
      '2027-11-25',
    ]);
    expect(isBusinessDay('2026-07-03')).toBe(true);
    expect(isBusinessDay('2027-12-31')).toBe(true);
    expect(isBusinessDay('2023-01-02')).toBe(false);
  });

  test.each([
    ['2026-03-02', '2026-03-02', 0],
    ['2026-03-02', '2026-03-03', 1],
    ['2026-03-06', '2026-03-08', 0],
    ['2026-03-06', '2026-03-09', 1],
    ['2026-03-07', '2026-03-10', 2],
    ['2026-11-25', '2026-11-27', 1],
    ['2026-12-23', '2027-01-04', 6],
    ['2026-01-05', '2026-12-31', 249],
    ['2026-01-02', '2026-12-31', 250],
    ['2026-01-01', '2026-12-31', 250],
    ['2026-01-01', '2030-01-01', 250],
  ])('from %s to %s there are %i, and as many back', (from, to, days) => {
    expect(businessDaysBetween(from, to)).toBe(days);
    if (days > 0) expect(businessDaysBetween(to, from)).toBe(-days);
  });

  test.each([
    ['2026-03-06', undefined],
    ['2026-03-07', 'Saturday'],
    ['2026-03-08', 'Sunday'],
    ['2026-03-09', undefined],
    ['2026-07-04', 'Independence Day'],
    ['2027-07-05', 'Independence Day'],
    ['2026-11-26', 'Thanksgiving'],
  ])('%s is closed for %s', (date, reason) => expect(closedOn(date)).toBe(reason));

  test('weekends are not business days', () => {
    expect(isBusinessDay('2026-03-07')).toBe(false);
    expect(isBusinessDay('2026-03-08')).toBe(false);
    expect(nextBusinessDay('2026-03-07')).toBe('2026-03-09');
    expect(nextBusinessDay('2026-03-09')).toBe('2026-03-09');
  });

  test.for([
    ['2026-03-02', 0, '2026-03-02'],
    ['2026-03-02', 3, '2026-03-05'],
    ['2026-03-06', 1, '2026-03-09'],
    ['2026-03-07', 1, '2026-03-09'],
    ['2026-05-22', 1, '2026-05-26'],
    ['2026-12-31', 1, '2027-01-04'],
  ] as const)('%s and %i business days is %s', ([from, count, to]) => {
    expect(addBusinessDays(from, count)).toBe(to);
  });

  test('more dates than are remembered have the business days that walking finds', () => {
    const isOpen = (date: string) =>
      ![0, 6].includes(new Date(date).getUTCDay()) && holidayOn(date) === undefined;
    const walk = (date: string, step: 1 | -1): string => {
      const day = addDays(date, step);
      return isOpen(day) ? day : walk(day, step);
    };
    const days = Array.from({ length: 5_500 }, (_, day) => addDays('2019-01-01', day));
    const expected = days.map((day) => [
      isOpen(day),
      isOpen(day) ? day : walk(day, 1),
      isOpen(day) ? day : walk(day, -1),
      walk(walk(day, 1), 1),
      walk(walk(day, -1), -1),
    ]);
    const found = () =>
      days.map((day) => [
        isBusinessDay(day),
        nextBusinessDay(day),
        previousBusinessDay(day),
        addBusinessDays(day, 2),
        subtractBusinessDays(day, 2),
      ]);
    for (const _ of ['computed', 'remembered']) {
      const different = found().findIndex((it, at) => it.join() !== expected[at]?.join());
      expect(days[different]).toBeUndefined();
    }
  });

  test.each([
    ['2026-01-01', "New Year's Day"],
    ['2026-06-19', 'Juneteenth'],
    ['2025-07-04', 'Independence Day'],
    ['2026-11-11', 'Veterans Day'],
    ['2026-12-25', 'Christmas Day'],
    ['2027-07-05', 'Independence Day'],
    ['2026-01-19', 'Martin Luther King Jr. Day'],
    ['2026-02-16', "Washington's Birthday"],
    ['2026-05-25', 'Memorial Day'],
    ['2026-09-07', 'Labor Day'],
    ['2026-10-12', 'Columbus Day'],
    ['2026-11-26', 'Thanksgiving'],
    ['2026-11-25', undefined],
  ])('on %s is %s', (date, holiday) => expect(holidayOn(date)).toBe(holiday));

  test('days between two dates count whatever the hour is set to', () => {
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
    expect(daysBetween('2026-03-09', '2026-02-27')).toBe(-10);
    expect(daysBetween('2026-03-09', 'tomorrow')).toBeNaN();
  });

  test('days cross months and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-03-02', 30)).toBe('2026-04-01');
  });
});

describe('Eastern Time', () => {
  test.for([
    ['2026-03-08T06:59:59Z', '2026-03-08', 1, 59],
    ['2026-03-08T07:00:00Z', '2026-03-08', 3, 0],
    ['2026-11-01T05:30:00Z', '2026-11-01', 1, 30],
    ['2026-11-01T06:30:00Z', '2026-11-01', 1, 30],
    ['2026-11-01T07:00:00Z', '2026-11-01', 2, 0],
    ['2026-01-01T04:59:59Z', '2025-12-31', 23, 59],
    ['2026-07-01T03:59:59Z', '2026-06-30', 23, 59],
  ] as const)('at %s shows %s %i:%i', ([moment, date, hour, minute]) => {
    expect(newYorkTime(new Date(moment))).toEqual({ date, hour, minute });
    expect(newYorkDate(new Date(moment))).toBe(date);
  });

  test.for([
    ['2026-03-02', 9, 0, '2026-03-02T14:00:00.000Z'],
    ['2026-03-09', 9, 0, '2026-03-09T13:00:00.000Z'],
    ['2026-03-08', 1, 59, '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', 2, 30, '2026-03-08T07:30:00.000Z'],
    ['2026-11-01', 1, 30, '2026-11-01T05:30:00.000Z'],
    ['2026-11-01', 2, 0, '2026-11-01T07:00:00.000Z'],
  ] as const)('%s %i:%i is %s', ([date, hour, minute, moment]) => {
    expect(newYorkInstant(date, hour, minute).toISOString()).toBe(moment);
  });

  test('agrees with the time zone database at any instant', () => {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('2007-03-01'),
          max: new Date('2037-12-31'),
          noInvalidDate: true,
        }),
        (moment) => {
          const { date, hour, minute } = newYorkTime(moment);
          const two = (it: number) => String(it).padStart(2, '0');
          expect(`${date}, ${two(hour)}:${two(minute)}`).toBe(format.format(moment));
        },
      ),
    );
  });

  // Years that no other test asks for: what is known of a year is computed once.
  test.each([
    ['2041-03-10T06:59:59Z', '2041-03-10', 1],
    ['2042-03-09T07:00:00Z', '2042-03-09', 3],
    ['2043-11-01T05:59:59Z', '2043-11-01', 1],
    ['2044-11-06T06:00:00Z', '2044-11-06', 1],
    ['2045-11-05T04:00:00Z', '2045-11-05', 0],
    ['2046-11-04T03:59:59Z', '2046-11-03', 23],
  ])('clocks are set at two o’clock on a Sunday: %s is %s %i', (moment, date, hour) => {
    expect(newYorkTime(new Date(moment))).toMatchObject({ date, hour });
  });

  test('the date of a timestamp is that of New York, and of no timestamp is none', () => {
    expect(easternDateOf('2026-03-03T04:59:59Z')).toBe('2026-03-02');
    expect(easternDateOf('2026-03-03T05:00:00Z')).toBe('2026-03-03');
    expect([null, undefined, '', 'today'].map(easternDateOf)).toEqual(Array(4).fill(undefined));
  });

  test('keeps the local time when business days are added', () => {
    const friday = new Date('2026-03-06T15:00:12.345Z');
    expect(advanceBusinessDays(friday, 1).toISOString()).toBe('2026-03-09T14:00:12.345Z');
    expect(advanceBusinessDays(friday, 0)).toEqual(friday);
  });
});
