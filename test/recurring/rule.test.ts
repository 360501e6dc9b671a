import { describe, expect, test } from 'vitest';
import { listOccurrences, recurrenceRule } from '../../src/cash/recurrence-rule.ts';
import { rfcExamples } from './rfc-examples.ts';

describe('RFC 5545, section 3.8.5.3:', () => {
  test.for(rfcExamples)('$title: $rule', ({ rule, start, dates }) => {
    const isEndless = !/COUNT|UNTIL/.test(rule);
    const limit = isEndless ? dates.length : dates.length + 10;
    expect(listOccurrences(recurrenceRule(rule), start, { limit })).toEqual(dates);
    const [last = ''] = dates.slice(-1);
    expect(listOccurrences(rule, start, { last })).toEqual(dates);
  });
});

test.for([
  ['FREQ=HOURLY', "has an invalid FREQ: 'HOURLY' (DAILY, WEEKLY, MONTHLY or YEARLY)"],
  ['FREQ=DAILY;BYHOUR=9', 'has BYHOUR, but invoices have no time'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', "has an invalid BYMONTHDAY: '32'"],
  ['FREQ=MONTHLY;BYMONTHDAY=0', "has an invalid BYMONTHDAY: '0'"],
  ['FREQ=MONTHLY;BYDAY=1XX', "has an invalid BYDAY: '1XX'"],
  ['FREQ=MONTHLY;FOO=1', "has the unknown part 'FOO=1'"],
  ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD', "has the unknown part 'RSCALE=GREGORIAN'"],
  ['FREQ=MONTHLY;', "has the unknown part ''"],
  ['FREQ=MONTHLY\nEXDATE:20260201', "has an invalid FREQ: 'MONTHLY\nEXDATE:20260201'"],
  ['FREQ=MONTHLY;COUNT=0', "has an invalid COUNT: '0'"],
  ['FREQ=MONTHLY;INTERVAL=0', "has an invalid INTERVAL: '0'"],
  ['FREQ=MONTHLY;FREQ=DAILY', 'has FREQ twice'],
  [
    'FREQ=WEEKLY;UNTIL=20260201T000000Z',
    "has an invalid UNTIL: '20260201T000000Z' (a date such as 20261231)",
  ],
  ['FREQ=WEEKLY;UNTIL=20260230', "must be a valid date as YYYY-MM-DD, not '2026-02-30'"],
] as const)('%s is refused', ([rule, message]) => {
  expect(() => recurrenceRule(rule)).toThrow(message.split('\n')[0]);
});

test.for([
  [
    'FREQ=MONTHLY;COUNT=2;UNTIL=20270101',
    '2026-01-01',
    'is invalid: COUNT and UNTIL MUST NOT occur',
  ],
  ['INTERVAL=2', '2026-01-01', 'is invalid: RRULE must include FREQ'],
  ['FREQ=WEEKLY;BYDAY=1MO', '2026-01-05', 'is invalid: BYDAY with numeric value MUST NOT be used'],
  ['FREQ=MONTHLY;BYWEEKNO=3', '2026-01-01', 'is invalid: BYWEEKNO MUST NOT be used'],
  ['FREQ=MONTHLY;BYSETPOS=1', '2026-01-01', 'is invalid: BYSETPOS MUST be used with another'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01', 'has no date'],
  ['FREQ=WEEKLY;UNTIL=20251231', '2026-01-01', 'has no date'],
  [
    'FREQ=MONTHLY;BYMONTHDAY=15',
    '2026-01-01',
    'does not begin on 2026-01-01: its first date is 2026-01-15',
  ],
] as const)('%s from %s is refused', ([rule, start, message]) => {
  expect(() => listOccurrences(recurrenceRule(rule), start, { last: '2026-12-31' })).toThrow(
    message,
  );
});

test('a rule is read with its name, and in any case', () => {
  expect(recurrenceRule('RRULE:freq=monthly;bymonthday=-1')).toBe('FREQ=MONTHLY;BYMONTHDAY=-1');
});
