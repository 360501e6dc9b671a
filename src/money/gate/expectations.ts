/** Expectations of a caller (`--expect-…`, `--max-total`) and their checks. */

import { matchReferences, type Referable, shownName } from '../../api/id-or-name.ts';
import { usd } from '../../render/money.ts';
import { GuardError } from '../errors.ts';
import type { KnownMovement, PreparedRequest } from './prepare.ts';

/** Expectations of a caller: amounts in cents; a payee by name, alias or id. */
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
  readonly noun?: 'payments' | 'approvals';
  readonly count: number;
  readonly cents: number;
  readonly payees: readonly (Referable & { readonly cents: number })[];
  /** Ids of other kinds that the service has shown. */
  readonly otherIds: readonly (string | null | undefined)[];
}

/** A payment or an approval as expectations see it. */
export interface ExpectedPayment {
  readonly cents: number;
  readonly payeeId: string | null | undefined;
  readonly payeeName: string | null | undefined;
  readonly connectionId?: string | null | undefined;
  readonly payableId?: string | undefined;
  readonly fundingSourceId?: string | undefined;
}

/**
 * Compares the expectations with the movements of a prepared request. Returns what `--expect-payee` matched, as a
 * sentence; no lines without it.
 *
 * @throws {GuardError} At the first mismatch (14).
 */
export function assertExpectations(
  expected: Expectations,
  prepared: PreparedRequest,
): readonly string[] {
  if (!hasExpectations(expected)) return [];
  return check(expected, valuesOf(prepared.known(), prepared.businessId));
}

const valuesOf = (
  movements: readonly KnownMovement[],
  businessId: string | undefined,
): ActualValues => ({
  count: movements.length,
  cents: movements.reduce((sum, { cents }) => sum + cents, 0),
  payees: movements.map(({ cents, payee }) => ({
    cents,
    ids: [payee.businessId, payee.connectionId],
    names: [payee.name, payee.alias],
  })),
  otherIds: [businessId, ...movements.flatMap(({ payableId, bankId }) => [payableId, bankId])],
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
  const all = valuesOf(movements, prepared.businessId);
  check({ expectCount: expected.length }, all);
  const otherIds = [...all.otherIds, ...all.payees.flatMap(({ ids }) => ids)];
  for (const [at, movement] of movements.entries()) {
    check(expected[at] ?? {}, { ...valuesOf([movement], prepared.businessId), otherIds });
  }
}

/**
 * Compares the expectations with many payments, or approvals. Returns what `--expect-payee` matched, as a sentence; no
 * lines without it.
 *
 * @throws {GuardError} At the first mismatch (14).
 */
export const assertExpectedPayments = (
  expected: Expectations,
  payments: readonly ExpectedPayment[],
  noun: 'payments' | 'approvals' = 'payments',
): readonly string[] =>
  check(expected, {
    noun,
    count: payments.length,
    cents: payments.reduce((sum, { cents }) => sum + cents, 0),
    payees: payments.map(({ cents, payeeId, connectionId, payeeName }) => ({
      cents,
      ids: [payeeId, connectionId],
      names: [payeeName],
    })),
    otherIds: payments.flatMap((it) => [it.payableId, it.fundingSourceId]),
  });

function check(expected: Expectations, actual: ActualValues): readonly string[] {
  const { count, cents, noun = 'payments' } = actual;
  const { expectAmount, expectCount, expectTotal, expectPayee, maxTotal } = expected;
  if (expectCount !== undefined && expectCount !== count) {
    throw new GuardError(
      'expectation',
      `Expected ${expectCount} ${noun}, found ${count}. Nothing was sent.`,
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
  return expectPayee === undefined ? [] : checkPayee(expectPayee, actual);
}

/** Checks that every payee is the expected one, by its id or its name, and says by which. */
function checkPayee(expected: string, { payees, otherIds }: ActualValues): readonly string[] {
  const matches = matchReferences(expected, payees, otherIds);
  const mismatched = payees[matches.indexOf(undefined)];
  if (mismatched) throw payeeMismatch(mismatched, expected, otherIds);
  const [by] = matches;
  if (by === undefined) return [];
  const ids = [...new Set(payees.map(({ ids }) => ids.find(isText)).filter(isText))];
  const of =
    by === 'name' && ids.length > 0
      ? ` (${ids.slice(0, MAX_IDS).join(', ')}${ids.length > MAX_IDS ? ', …' : ''})`
      : '';
  return [`Expected payee: ${expected} is the ${by} of the payee${of}.`];
}

/** The ids that a sentence names at most. */
const MAX_IDS = 3;

function payeeMismatch(
  { ids, names, cents }: ActualValues['payees'][number],
  expected: string,
  otherIds: ActualValues['otherIds'],
) {
  const shown = { own: ids, others: otherIds };
  const name = names.find(isText);
  const payee = [name === undefined ? 'unnamed' : shownName(name, shown), ids.find(isText)].filter(
    isText,
  );
  const hint = matchReferences(expected, [{ ids: [], names }]).includes('name')
    ? ` An id is expected, and ${JSON.stringify(expected)} is only what this payee is called.`
    : '';
  return new GuardError(
    'expectation',
    `Payee mismatch: expected "${expected}", the payee of ${usd(cents)} is ${payee.join(', ')}.${hint} Nothing was sent.`,
  );
}

const isText = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text !== '';
