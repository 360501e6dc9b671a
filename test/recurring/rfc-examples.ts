/**
 * The examples of RFC 5545, section 3.8.5.3 (Recurrence Rule), as dates. Those of hours and minutes have no dates. A time
 * in UNTIL became the last date that it lets pass; of endless rules the dates are those that the section shows.
 */

/** An example: the words of the section above it, its rule, and its dates. */
export interface RfcExample {
  readonly title: string;
  readonly rule: string;
  readonly start: string;
  readonly dates: readonly string[];
}

/** Expands `1997-09: 2 9 16` to dates, several months divided by a semicolon. */
const dates = (text: string): string[] =>
  text.split(';').flatMap((part) => {
    const [month = '', days = ''] = part.split(':');
    return days
      .trim()
      .split(' ')
      .flatMap((it) => {
        const [first = 0, last = first] = it.split('-').map(Number);
        return Array.from({ length: last - first + 1 }, (_, at) => first + at);
      })
      .map((day) => `${month.trim()}-${String(day).padStart(2, '0')}`);
  });

const example = (title: string, start: string, rule: string, shown: string): RfcExample => ({
  title,
  rule,
  start,
  dates: dates(shown),
});

export const rfcExamples: readonly RfcExample[] = [
  example('Daily for 10 occurrences', '1997-09-02', 'FREQ=DAILY;COUNT=10', '1997-09: 2-11'),
  example(
    'Daily until December 24, 1997',
    '1997-09-02',
    'FREQ=DAILY;UNTIL=19971223',
    '1997-09: 2-30; 1997-10: 1-31; 1997-11: 1-30; 1997-12: 1-23',
  ),
  example(
    'Every other day - forever',
    '1997-09-02',
    'FREQ=DAILY;INTERVAL=2',
    '1997-09: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 1997-10: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 1997-11: 1 3 5',
  ),
  example(
    'Every 10 days, 5 occurrences',
    '1997-09-02',
    'FREQ=DAILY;INTERVAL=10;COUNT=5',
    '1997-09: 2 12 22; 1997-10: 2 12',
  ),
  example(
    'Every day in January, for 3 years',
    '1998-01-01',
    'FREQ=YEARLY;UNTIL=20000131;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    '1998-01: 1-31; 1999-01: 1-31; 2000-01: 1-31',
  ),
  example(
    'Every day in January, for 3 years, the second form',
    '1998-01-01',
    'FREQ=DAILY;UNTIL=20000131;BYMONTH=1',
    '1998-01: 1-31; 1999-01: 1-31; 2000-01: 1-31',
  ),
  example(
    'Weekly for 10 occurrences',
    '1997-09-02',
    'FREQ=WEEKLY;COUNT=10',
    '1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4',
  ),
  example(
    'Weekly until December 24, 1997',
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971223',
    '1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4 11 18 25; 1997-12: 2 9 16 23',
  ),
  example(
    'Every other week - forever',
    '1997-09-02',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    '1997-09: 2 16 30; 1997-10: 14 28; 1997-11: 11 25; 1997-12: 9 23; 1998-01: 6 20; 1998-02: 3 17',
  ),
  example(
    'Weekly on Tuesday and Thursday for five weeks',
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971006;WKST=SU;BYDAY=TU,TH',
    '1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2',
  ),
  example(
    'Weekly on Tuesday and Thursday for five weeks, the second form',
    '1997-09-02',
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    '1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2',
  ),
  example(
    'Every other week on Monday, Wednesday, and Friday until December 24, 1997',
    '1997-09-01',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971223;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09: 1 3 5 15 17 19 29; 1997-10: 1 3 13 15 17 27 29 31; 1997-11: 10 12 14 24 26 28; 1997-12: 8 10 12 22',
  ),
  example(
    'Every other week on Tuesday and Thursday, for 8 occurrences',
    '1997-09-02',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '1997-09: 2 4 16 18 30; 1997-10: 2 14 16',
  ),
  example(
    'Monthly on the first Friday for 10 occurrences',
    '1997-09-05',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5; 1998-01: 2; 1998-02: 6; 1998-03: 6; 1998-04: 3; 1998-05: 1; 1998-06: 5',
  ),
  example(
    'Monthly on the first Friday until December 24, 1997',
    '1997-09-05',
    'FREQ=MONTHLY;UNTIL=19971223;BYDAY=1FR',
    '1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5',
  ),
  example(
    'Every other month on the first and last Sunday of the month for 10 occurrences',
    '1997-09-07',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09: 7 28; 1997-11: 2 30; 1998-01: 4 25; 1998-03: 1 29; 1998-05: 3 31',
  ),
  example(
    'Monthly on the second-to-last Monday of the month for 6 months',
    '1997-09-22',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997-09: 22; 1997-10: 20; 1997-11: 17; 1997-12: 22; 1998-01: 19; 1998-02: 16',
  ),
  example(
    'Monthly on the third-to-the-last day of the month, forever',
    '1997-09-28',
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    '1997-09: 28; 1997-10: 29; 1997-11: 28; 1997-12: 29; 1998-01: 29; 1998-02: 26',
  ),
  example(
    'Monthly on the 2nd and 15th of the month for 10 occurrences',
    '1997-09-02',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997-09: 2 15; 1997-10: 2 15; 1997-11: 2 15; 1997-12: 2 15; 1998-01: 2 15',
  ),
  example(
    'Monthly on the first and last day of the month for 10 occurrences',
    '1997-09-30',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997-09: 30; 1997-10: 1 31; 1997-11: 1 30; 1997-12: 1 31; 1998-01: 1 31; 1998-02: 1',
  ),
  example(
    'Every 18 months on the 10th thru 15th of the month for 10 occurrences',
    '1997-09-10',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09: 10-15; 1999-03: 10-13',
  ),
  example(
    'Every Tuesday, every other month',
    '1997-09-02',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '1997-09: 2 9 16 23 30; 1997-11: 4 11 18 25; 1998-01: 6 13 20 27; 1998-03: 3 10 17 24 31',
  ),
  example(
    'Yearly in June and July for 10 occurrences',
    '1997-06-10',
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997-06: 10; 1997-07: 10; 1998-06: 10; 1998-07: 10; 1999-06: 10; 1999-07: 10; 2000-06: 10; 2000-07: 10; 2001-06: 10; 2001-07: 10',
  ),
  example(
    'Every other year on January, February, and March for 10 occurrences',
    '1997-03-10',
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997-03: 10; 1999-01: 10; 1999-02: 10; 1999-03: 10; 2001-01: 10; 2001-02: 10; 2001-03: 10; 2003-01: 10; 2003-02: 10; 2003-03: 10',
  ),
  example(
    'Every third year on the 1st, 100th, and 200th day for 10 occurrences',
    '1997-01-01',
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '1997-01: 1; 1997-04: 10; 1997-07: 19; 2000-01: 1; 2000-04: 9; 2000-07: 18; 2003-01: 1; 2003-04: 10; 2003-07: 19; 2006-01: 1',
  ),
  example(
    'Every 20th Monday of the year, forever',
    '1997-05-19',
    'FREQ=YEARLY;BYDAY=20MO',
    '1997-05: 19; 1998-05: 18; 1999-05: 17',
  ),
  example(
    'Monday of week number 20, forever',
    '1997-05-12',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    '1997-05: 12; 1998-05: 11; 1999-05: 17',
  ),
  example(
    'Every Thursday in March, forever',
    '1997-03-13',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    '1997-03: 13 20 27; 1998-03: 5 12 19 26; 1999-03: 4 11 18 25',
  ),
  example(
    'Every Thursday, but only during June, July, and August, forever',
    '1997-06-05',
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '1997-06: 5 12 19 26; 1997-07: 3 10 17 24 31; 1997-08: 7 14 21 28; 1998-06: 4 11 18 25; 1998-07: 2 9 16 23 30; 1998-08: 6 13 20 27; 1999-06: 3 10 17 24; 1999-07: 1 8 15 22 29; 1999-08: 5 12 19 26',
  ),
  example(
    'Every Friday the 13th, forever (from its first date, without EXDATE)',
    '1998-02-13',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '1998-02: 13; 1998-03: 13; 1998-11: 13; 1999-08: 13; 2000-10: 13',
  ),
  example(
    'The first Saturday that follows the first Sunday of the month, forever',
    '1997-09-13',
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '1997-09: 13; 1997-10: 11; 1997-11: 8; 1997-12: 13; 1998-01: 10; 1998-02: 7; 1998-03: 7; 1998-04: 11; 1998-05: 9; 1998-06: 13',
  ),
  example(
    'Every 4 years, the first Tuesday after a Monday in November, forever',
    '1996-11-05',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996-11: 5; 2000-11: 7; 2004-11: 2',
  ),
  example(
    'The third instance into the month of one of Tuesday, Wednesday, or Thursday, for the next 3 months',
    '1997-09-04',
    'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    '1997-09: 4; 1997-10: 7; 1997-11: 6',
  ),
  example(
    'The second-to-last weekday of the month',
    '1997-09-29',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '1997-09: 29; 1997-10: 30; 1997-11: 27; 1997-12: 30; 1998-01: 29; 1998-02: 26; 1998-03: 30',
  ),
  example(
    'An example where the days generated makes a difference because of WKST: Monday',
    '1997-08-05',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    '1997-08: 5 10 19 24',
  ),
  example(
    'An example where the days generated makes a difference because of WKST: Sunday',
    '1997-08-05',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    '1997-08: 5 17 19 31',
  ),
  example(
    'An example where an invalid date (i.e., February 30) is ignored',
    '2007-01-15',
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    '2007-01: 15 30; 2007-02: 15; 2007-03: 15 30',
  ),
];
