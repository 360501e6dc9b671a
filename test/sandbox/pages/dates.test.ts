import { expect, test } from 'vitest';
import { dayText, longDate } from '../../../src/sandbox/web/format.ts';

test('every date of a leap year is written as Intl writes it', () => {
  const options = { timeZone: 'UTC', day: 'numeric' } as const;
  const long = new Intl.DateTimeFormat('en-US', { ...options, month: 'long', year: 'numeric' });
  const short = new Intl.DateTimeFormat('en-US', { ...options, month: 'short' });
  for (let day = 1; day <= 366; day += 1) {
    const date = new Date(Date.UTC(2028, 0, day));
    const text = date.toISOString().slice(0, 10);
    expect([longDate(text), dayText(text)]).toEqual([long.format(date), short.format(date)]);
  }
});
