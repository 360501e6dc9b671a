import { expect, test } from 'vitest';
import type { PlannedTransfer } from '../../src/money/batches/planned-payment.ts';
import { totalsOf } from '../../src/money/batches/totals.ts';
import { describeRun } from '../../src/money/gate/describe-run.ts';

const payment = (dueDate: string, estimatedSettlementDate: string): PlannedTransfer => ({
  ...{ row: 1, ref: null, fundingSourceId: 'fs_1', cents: 100, payeeId: 'biz_2' },
  ...{ payeeName: 'Coastal Linen', dueDate, estimatedSettlementDate },
});

const duePart = (payments: readonly PlannedTransfer[]): string | undefined =>
  describeRun({ kind: 'payables', totals: totalsOf(payments, new Map()) }, payments)
    .map(String)
    .find((line) => line.startsWith('Due '))
    ?.split('; ')
    .at(-1);

test('the latest of several late payments is told, whatever the days on which they arrive', () => {
  expect(
    duePart([
      payment('2026-03-04', '2026-03-05'),
      payment('2026-03-02', '2026-03-05'),
      payment('2026-03-03', '2026-03-10'),
      payment('2026-03-12', '2026-03-12'),
    ]),
  ).toBe('3 payables settle after they are due, late by up to 5 business days');
});

test('a plan of 100,000 late payments is described at once', () => {
  const from = performance.now();
  const late = Array.from({ length: 100_000 }, (_, at) =>
    payment(`2024-${String((at % 12) + 1).padStart(2, '0')}-15`, '2026-03-05'),
  );
  expect(duePart(late)).toMatch(
    /^100000 payables settle after .*, late by up to 250 business days$/,
  );
  // Counted for each of them it takes twenty seconds.
  expect((performance.now() - from) / 1000).toBeLessThan(5);
});
