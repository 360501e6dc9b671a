import { usd } from '../render/money.ts';
import { Stopped } from './errors.ts';

export interface Expected {
  readonly expectAmount?: number | undefined;
  readonly expectPayee?: string | undefined;
  readonly maxTotal?: number | undefined;
}

/** What is about to be paid, as the service says. */
export interface Found {
  readonly cents: number;
  /** Everything the payee is known by: names, alias, id. */
  readonly payee: readonly (string | null | undefined)[];
}

/** Compares what a script believes with what is the case. Throws `Stopped` at the first difference; nothing was sent. */
export function checkExpectations(expected: Expected, { cents, payee }: Found): void {
  if (expected.expectAmount !== undefined && expected.expectAmount !== cents) {
    throw new Stopped(
      'expectation',
      `It is ${usd(cents)}, not ${usd(expected.expectAmount)} as expected.`,
    );
  }
  if (expected.maxTotal !== undefined && cents > expected.maxTotal) {
    throw new Stopped(
      'limit',
      `It is ${usd(cents)}, more than the most allowed, ${usd(expected.maxTotal)}.`,
    );
  }
  if (expected.expectPayee !== undefined && !payee.includes(expected.expectPayee)) {
    const names = payee.filter(Boolean).join(', ') || 'a payee the service does not name';
    throw new Stopped(
      'expectation',
      `It goes to ${names}, not to ${expected.expectPayee} as expected.`,
    );
  }
}
