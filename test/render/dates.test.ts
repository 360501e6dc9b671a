import { describe, expect, test } from 'vitest';
import { localTime, zoneMark } from '../../src/render/dates.ts';

describe('a timestamp', () => {
  test.each([
    ['2026-03-02T15:00:00Z', 'America/New_York', '2026-03-02 10:00'],
    ['2026-07-02T15:00:00.123Z', 'America/New_York', '2026-07-02 11:00'],
    ['2026-03-02T15:00:00Z', 'UTC', '2026-03-02 15:00Z'],
    ['2026-03-02T02:30:00+09:00', 'UTC', '2026-03-01 17:30Z'],
    ['2026-03-02T05:00:00+0000', 'America/New_York', '2026-03-02 00:00'],
  ])('%s in %s is %s', (sent, timeZone, shown) => expect(localTime(sent, timeZone)).toBe(shown));

  test.each([
    ['America/New_York', 'ET'],
    ['America/Phoenix', 'MST'],
    ['Europe/Berlin', 'Berlin'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    ['UTC', ''],
  ])('of %s is marked %j', (timeZone, mark) => expect(zoneMark(timeZone)).toBe(mark));

  test.each([
    '2026-03-02',
    '2026-03-02T15:00:00',
    'soon',
    '',
    '2026-13-45T99:00:00Z',
    '7 (\u001b)',
  ])('%j is invalid', (sent) => expect(localTime(sent, 'UTC')).toBeUndefined());
});
