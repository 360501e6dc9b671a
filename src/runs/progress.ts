import { usd } from '../render/money.ts';
import { counted } from './preview.ts';
import type { Batch } from './send.ts';

/** Counts what was paid, and says it in one line: rows, amount and rate. */
export function progressOf(
  all: Batch,
  { total, clock }: { readonly total: number; readonly clock: () => number },
): (paid: Batch) => string {
  const from = clock();
  const cents = all.reduce((sum, it) => sum + it.cents, 0);
  let done = { count: total - all.length, sent: 0, cents: 0 };
  return (paid) => {
    done = {
      count: done.count + paid.length,
      sent: done.sent + paid.length,
      cents: paid.reduce((sum, it) => sum + it.cents, done.cents),
    };
    const seconds = Math.max(0.001, (clock() - from) / 1000);
    const rate = Math.round(done.sent / seconds);
    return `Paid ${done.count} of ${counted(total)}, ${usd(done.cents)} of ${usd(cents)}, ${rate} a second`;
  };
}
