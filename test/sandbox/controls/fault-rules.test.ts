import { expect, test } from 'vitest';
import { matches, nextRandom } from '../../../src/sandbox/faults/select-fault.ts';

test('matching of requests', () => {
  const request = { method: 'POST', path: '/api/businesses/biz_1/payables', operation: 'p.c' };
  const means = (match: object) => matches(match, request);
  expect(means({})).toBe(true);
  expect([means({ method: 'post' }), means({ method: 'GET' })]).toEqual([true, false]);
  expect([means({ path: '/api/bus' }), means({ path: '/api/pay' })]).toEqual([true, false]);
  expect(means({ path: '/api/*/payables' })).toBe(false);
  expect(means({ path: '/api/**/payables' })).toBe(true);
  expect(means({ path: '/api/businesses/*/pay*' })).toBe(true);
  expect(means({ path: '/api/businesses/*' })).toBe(false);
  expect(means({ operation: 'p.c', method: 'PUT' })).toBe(false);
});

test('the random numbers of a seed are evenly distributed between 0 and 1', () => {
  let chance = 7;
  let sum = 0;
  for (let at = 0; at < 10_000; at++) {
    const { value: drawn, next } = nextRandom(chance);
    expect(drawn >= 0 && drawn < 1).toBe(true);
    sum += drawn;
    chance = next;
  }
  expect(sum / 10_000).toBeCloseTo(0.5, 1);
});
