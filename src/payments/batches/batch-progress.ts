import { usd } from '../../render/money.ts';
import { counted } from '../preview.ts';
import type { Batch } from './batches.ts';

/** What a run comes to, with what was paid of it before. */
export interface Whole {
  readonly count: number;
  readonly cents: number;
}

/** Counts what was paid, and says it in one line: rows, amount and rate. */
export function progressOf(
  all: Batch,
  { whole, clock }: { readonly whole: Whole; readonly clock: () => number },
): (paid: Batch) => string {
  const from = clock();
  const cents = all.reduce((sum, it) => sum + it.cents, 0);
  let done = { count: whole.count - all.length, sent: 0, cents: whole.cents - cents };
  return (paid) => {
    done = {
      count: done.count + paid.length,
      sent: done.sent + paid.length,
      cents: paid.reduce((sum, it) => sum + it.cents, done.cents),
    };
    const seconds = Math.max(0.001, (clock() - from) / 1000);
    const rate = Math.round(done.sent / seconds);
    return `Paid ${done.count} of ${counted(whole.count)}, ${usd(done.cents)} of ${usd(whole.cents)}, ${rate} a second`;
  };
}
