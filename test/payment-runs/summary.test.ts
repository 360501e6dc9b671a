import { describe, expect, test } from 'vitest';
import type { PaymentRow } from '../../src/money/batches/result-rows.ts';
import { paidSentence, progressBar, progressLine } from '../../src/money/batches/summary.ts';

const row = (outcome: PaymentRow['outcome'], amount: number, error: unknown = null) =>
  ({ outcome, amount, error }) as PaymentRow;

describe('the sentence at the end', () => {
  test.for<readonly [string, readonly PaymentRow[]]>([
    ['Paid 2 of 2, $350.50.', [row('applied', 100), row('applied', 250.5)]],
    [
      'Paid 1 of 2, $100.00 of $183.00; 1 left out: payment in flight.',
      [row('applied', 100), row('skipped', 83, 'skipped: payment in flight')],
    ],
    [
      'Paid 1 of 4, $1.00 of $4.00; 1 with an unknown outcome; 1 refused; 1 not sent.',
      [row('applied', 1), row('unknown', 1), row('rejected', 1), row('not-sent', 1)],
    ],
  ])('%s', ([sentence, rows]) => {
    expect(paidSentence(rows)).toBe(sentence);
  });

  test('is followed by the reasons of an error', () => {
    expect(paidSentence([row('rejected', 1)], { reasonsFollow: true })).toBe(
      'Paid 0 of 1, $0.00 of $1.00; 1 refused:',
    );
  });
});

describe('the progress', () => {
  const progress = {
    all: { count: 300, cents: 30_000_00 },
    paid: { count: 150, cents: 15_000_00 },
    now: { paid: 100, left: 150, seconds: 20 },
  };

  test('is a bar with count, sum and time left, within the width of the terminal', () => {
    expect(progressBar(progress, 80)).toBe(
      '[############------------] 150 of 300, $15,000.00 of $30,000.00, 30 s left',
    );
    expect(progressBar(progress, 58)).toBe('150 of 300, $15,000.00 of $30,000.00, 30 s left');
    for (const columns of [20, 40, 60, 80, 120]) {
      expect(progressBar(progress, columns).length).toBeLessThan(columns);
    }
    expect(progressBar(progress, 40)).toBe('150 of 300, $15,000.00 of $30,000.00');
    expect(progressBar(progress, 20)).toBe('150 of 300');
  });

  test('names minutes, and no time before the first and after the last batch', () => {
    const now = { paid: 1, left: 100, seconds: 6 };
    expect(progressBar({ ...progress, now }, 100)).toContain(', 10 min left');
    expect(progressBar({ ...progress, now: { ...now, paid: 0 } }, 100)).not.toContain('left');
    expect(progressBar({ ...progress, now: { ...now, left: 0 } }, 100)).not.toContain('left');
  });

  test('is a line elsewhere', () => {
    expect(progressLine(progress)).toBe(
      'Paid 150 of 300 payments, $15,000.00 of $30,000.00, 5 a second',
    );
  });
});
