/** Expectations of the command line (`--expect-…`, `--max-total`) and their checks. */

import { GuardError } from '../cli/errors.ts';
import { expectationFlags } from '../cli/flags/expectation-flags.ts';
import { option, withGroup } from '../cli/flags/flag.ts';
import { parseAmountCents, wholeNumber } from '../cli/flags/value-parsers.ts';
import { usd } from '../render/money.ts';
import type { Totals } from './batches/totals.ts';
import type { KnownMovement, PreparedRequest } from './prepare.ts';

/** The expectation flags of commands that make many payments. A mismatch stops the command (exit 14). */
export const batchExpectationFlags = {
  ...withGroup('Safety', {
    expectCount: option(
      '--expect-count <n>',
      'fail unless there are this many payments',
      wholeNumber(1, 100_000_000),
    ),
    expectTotal: option(
      '--expect-total <dollars>',
      'fail unless the total is this',
      parseAmountCents,
    ),
  }),
  expectPayee: expectationFlags.expectPayee,
  maxTotal: expectationFlags.maxTotal,
};

/** Expectations of the command line: amounts in cents; a payee by name, alias or id. */
export interface Expectations {
  readonly expectAmount?: number | undefined;
  readonly expectCount?: number | undefined;
  readonly expectTotal?: number | undefined;
  readonly expectPayee?: string | undefined;
  readonly maxTotal?: number | undefined;
}

/** Reports whether any expectation is set; if so, the movements must be known. */
export const hasExpectations = (expected: Expectations): boolean =>
  [expected.expectAmount, expected.expectCount, expected.expectTotal]
    .concat([expected.maxTotal])
    .some((value) => value !== undefined) || expected.expectPayee !== undefined;

/** Reports whether the amount is given on the command line, which replaces typing it at the prompt. */
export const hasExpectedAmount = ({ expectAmount, expectTotal, maxTotal }: Expectations): boolean =>
  [expectAmount, expectTotal, maxTotal].some((value) => value !== undefined);

/** The totals that expectations are compared with. */
interface ActualValues {
  readonly count: number;
  readonly cents: number;
  readonly payees: readonly {
    readonly cents: number;
    /** Every name and id of the payee. */
    readonly names: readonly (string | null)[];
  }[];
}

/**
 * Compares the expectations with the movements of a prepared request.
 *
 * @throws {GuardError} At the first mismatch (14).
 */
export function assertExpectations(expected: Expectations, prepared: PreparedRequest): void {
  if (!hasExpectations(expected)) return;
  check(expected, valuesOf(prepared.known()));
}

const valuesOf = (movements: readonly KnownMovement[]): ActualValues => ({
  count: movements.length,
  cents: movements.reduce((sum, { cents }) => sum + cents, 0),
  payees: movements.map(({ cents, payee }) => ({
    cents,
    names: [payee.name, payee.alias, payee.businessId, payee.connectionId],
  })),
});

/**
 * Compares each movement of a prepared request with what is expected of it, in the order of its rows.
 *
 * @throws {GuardError} At the first mismatch (14).
 */
export function assertExpectedMovements(
  expected: readonly Expectations[],
  prepared: PreparedRequest,
): void {
  const movements = prepared.known();
  check({ expectCount: expected.length }, { count: movements.length, cents: 0, payees: [] });
  for (const [at, movement] of movements.entries()) check(expected[at] ?? {}, valuesOf([movement]));
}

/**
 * Compares the expectations with the totals of many payments.
 *
 * @throws {GuardError} At the first mismatch (14).
 */
export const assertExpectedTotals = (
  expected: Expectations,
  { count, cents, payees }: Totals,
): void =>
  check(expected, {
    count,
    cents,
    payees: payees.map((payee) => ({ cents: payee.cents, names: [payee.name, payee.id] })),
  });

function check(expected: Expectations, { count, cents, payees }: ActualValues): void {
  const { expectAmount, expectCount, expectTotal, expectPayee, maxTotal } = expected;
  if (expectCount !== undefined && expectCount !== count) {
    throw new GuardError(
      'expectation',
      `Expected ${expectCount} payments, found ${count}. Nothing was sent.`,
    );
  }
  for (const amountExpected of [expectAmount, expectTotal]) {
    if (amountExpected === undefined || amountExpected === cents) continue;
    throw new GuardError(
      'expectation',
      `Amount mismatch: expected ${usd(amountExpected)}, it is ${usd(cents)}. Nothing was sent.`,
    );
  }
  if (maxTotal !== undefined && cents > maxTotal) {
    throw new GuardError(
      'limit',
      `Over the maximum: the total is ${usd(cents)}, --max-total is ${usd(maxTotal)}. Nothing was sent.`,
    );
  }
  if (expectPayee === undefined) return;
  const mismatched = payees.find(({ names }) => !names.includes(expectPayee));
  if (mismatched) throw payeeMismatch(mismatched, expectPayee);
}

const payeeMismatch = ({ names, cents }: ActualValues['payees'][number], expected: string) =>
  new GuardError(
    'expectation',
    `Payee mismatch: expected "${expected}", the payee of ${usd(cents)} is ${names.find((name) => name !== null) ?? 'unnamed'}. Nothing was sent.`,
  );
