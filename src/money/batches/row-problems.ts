/** Problems of rows that a file or a filter selects to be paid. */

import { type InputProblem, MAX_PROBLEM_LINES } from '../errors.ts';
import type { PaymentInput } from './payment-inputs.ts';

export interface PaymentProblem {
  readonly input: Pick<PaymentInput, 'row' | 'fileRow' | 'source'>;
  readonly field: 'payableId' | 'connectionId' | 'amount';
  readonly message: string;
}

/**
 * Returns a line for each problem: `payments.csv:3: payableId: …`, or `row 2: payableId: …` for a row of a filter. At
 * most 20, and one that counts the rest.
 */
export function paymentProblemLines(problems: readonly PaymentProblem[]): readonly string[] {
  const lines = problems
    .slice(0, MAX_PROBLEM_LINES)
    .map(({ input, field, message }) => `${nameOf(input)}: ${field}: ${message}`);
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** Returns all problems as they are in the JSON error. */
export const toInputProblems = (problems: readonly PaymentProblem[]): readonly InputProblem[] =>
  problems.map(({ input, field, message }) => ({
    field,
    row: input.fileRow ?? input.row,
    message,
  }));

export const nameOf = ({ source, row }: Pick<PaymentInput, 'row' | 'source'>): string =>
  source ?? `row ${row}`;
