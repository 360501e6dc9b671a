import { Stopped } from '../cli/errors.ts';
import { grouped, option } from '../cli/flag.ts';
import { moneyFlags } from '../cli/money-flags.ts';
import { amount, wholeNumber } from '../cli/values.ts';
import { usd } from '../render/money.ts';
import type { Share, Totals } from './totals.ts';

/** What lets a script say what it believes of many payments: a difference stops it (exit 14). */
export const expectedFlags = {
  ...grouped('Safety', {
    expectCount: option(
      '--expect-count <n>',
      'stop unless it is this many payments',
      wholeNumber(1, 100_000_000),
    ),
    expectTotal: option('--expect-total <dollars>', 'stop unless all comes to this amount', amount),
  }),
  expectPayee: moneyFlags.expectPayee,
  maxTotal: moneyFlags.maxTotal,
};

export interface Expected {
  readonly expectCount: number | undefined;
  readonly expectTotal: number | undefined;
  readonly expectPayee: string | undefined;
  readonly maxTotal: number | undefined;
}

/** Throws `Stopped` at the first difference; nothing was sent. */
export function checkExpected(expected: Expected, { count, cents, payees }: Totals): void {
  const { expectCount, expectTotal, expectPayee, maxTotal } = expected;
  if (expectCount !== undefined && expectCount !== count) {
    throw new Stopped('expectation', `It is ${count} payments, not ${expectCount} as expected.`);
  }
  if (expectTotal !== undefined && expectTotal !== cents) {
    throw new Stopped('expectation', `It is ${usd(cents)}, not ${usd(expectTotal)} as expected.`);
  }
  if (maxTotal !== undefined && cents > maxTotal) {
    const most = usd(maxTotal);
    throw new Stopped('limit', `It is ${usd(cents)}, more than the most allowed, ${most}.`);
  }
  const other = payees.find(({ id, name }) => ![undefined, id, name].includes(expectPayee));
  if (other) throw anotherPayee(other, expectPayee);
}

const anotherPayee = ({ id, name, cents }: Share, expected: string | undefined) =>
  new Stopped(
    'expectation',
    `${usd(cents)} goes to ${name ?? id}, not to ${expected} as expected.`,
  );
