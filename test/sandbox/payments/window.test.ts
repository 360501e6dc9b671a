import { describe, expect, test } from 'vitest';
import { newYorkInstant, newYorkTime } from '../../../src/api/ach/calendar.ts';
import {
  returnAfter,
  scheduledStartAt,
  windowAt,
  withdrawalWindowAt,
} from '../../../src/api/ach/cut-off.ts';

/** `2026-03-02 09:05` on the clocks of New York. */
function moment(text: string): Date {
  const [date = '', time = ''] = text.split(' ');
  const [hour, minute] = time.split(':').map(Number);
  return newYorkInstant(date, hour ?? 0, minute);
}

function shown(it: Date): string {
  const { date, hour, minute } = newYorkTime(it);
  return `${date} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

describe('a standard payment', () => {
  test.for([
    ['2026-03-02 10:00', '2026-03-02 17:00', '2026-03-05 09:00'],
    ['2026-03-02 17:00', '2026-03-03 17:00', '2026-03-06 09:00'],
    ['2026-03-06 16:59', '2026-03-06 17:00', '2026-03-11 09:00'],
    ['2026-05-22 16:00', '2026-05-22 17:00', '2026-05-28 09:00'],
    ['2026-07-02 12:00', '2026-07-02 17:00', '2026-07-07 09:00'],
    ['2026-11-25 12:00', '2026-11-25 17:00', '2026-12-01 09:00'],
    ['2026-12-24 18:00', '2026-12-28 17:00', '2026-12-31 09:00'],
    ['2026-03-07 12:00', '2026-03-09 17:00', '2026-03-12 09:00'],
  ] as const)('made %s is exported %s and settles %s', ([made, leaves, settles]) => {
    const { submitAt, settleAt, cutoffMissed } = windowAt('standard', moment(made));
    expect([shown(submitAt), shown(settleAt), cutoffMissed]).toEqual([leaves, settles, false]);
  });

  test('settles in daylight time if the clocks change meanwhile', () => {
    const { settleAt } = windowAt('standard', moment('2026-03-06 16:59'));
    expect(settleAt.toISOString()).toBe('2026-03-11T13:00:00.000Z');
  });

  test('is returned two business days after its export, before it settles', () => {
    const { submitAt, settleAt } = windowAt('standard', moment('2026-03-02 10:00'));
    expect(shown(returnAfter(submitAt))).toBe('2026-03-04 08:30');
    expect(returnAfter(submitAt) < settleAt).toBe(true);
  });
});

describe('a same-day payment', () => {
  test.for([
    ['2026-03-02 09:59', '2026-03-02 10:00', '2026-03-02 13:00', false],
    ['2026-03-02 10:00', '2026-03-02 14:00', '2026-03-02 17:00', false],
    ['2026-03-02 13:00', '2026-03-02 14:00', '2026-03-02 17:00', false],
    ['2026-03-02 15:59', '2026-03-02 16:00', '2026-03-02 18:00', false],
    ['2026-03-02 16:00', '2026-03-03 10:00', '2026-03-03 13:00', true],
    ['2026-03-06 16:30', '2026-03-09 10:00', '2026-03-09 13:00', true],
    ['2026-05-22 16:01', '2026-05-26 10:00', '2026-05-26 13:00', true],
    ['2026-05-25 08:00', '2026-05-26 10:00', '2026-05-26 13:00', true],
  ] as const)('made %s is exported %s and settles %s', ([made, leaves, settles, missed]) => {
    const { submitAt, settleAt, cutoffMissed } = windowAt('sameDay', moment(made));
    expect([shown(submitAt), shown(settleAt), cutoffMissed]).toEqual([leaves, settles, missed]);
  });

  test('is returned after it settled', () => {
    const { settleAt } = windowAt('sameDay', moment('2026-03-02 09:00'));
    expect(shown(returnAfter(settleAt))).toBe('2026-03-04 08:30');
  });
});

test('a withdrawal is sent with the export and arrives the next business morning', () => {
  const { submitAt, settleAt } = withdrawalWindowAt(moment('2026-03-06 10:00'));
  expect([shown(submitAt), shown(settleAt)]).toEqual(['2026-03-06 17:00', '2026-03-09 09:00']);
});

test('a scheduled payment starts in the morning, after a holiday', () => {
  expect(shown(scheduledStartAt('2026-05-25'))).toBe('2026-05-26 09:00');
  expect(shown(scheduledStartAt('2026-05-27'))).toBe('2026-05-27 09:00');
});

test('a late return arrives two business days after settlement', () => {
  expect(shown(returnAfter(moment('2026-03-05 09:00')))).toBe('2026-03-09 08:30');
});
