/** Payment rows of a CSV or JSON file. */

import type { InputProblem } from '../../cli/errors.ts';
import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import {
  date,
  id,
  parseAmountCents,
  payableReference,
  words,
} from '../../cli/flags/value-parsers.ts';
import { readRows } from '../../cli/input/read-input-file.ts';
import { assertNoProblems, Cells } from '../../cli/input/row-parser.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';

/** The ACH speed as typed by a user. */
export type Speed = 'standard' | 'same-day';

/** One payable to pay, from a file or a filter. Defaults apply to fields that are not set. */
export interface PaymentInput {
  /** Counted from 1, without the header. */
  readonly row: number;
  /** An id; in a file also an invoice number, until it is resolved. */
  readonly payableId: string;
  readonly connectionId?: string | undefined;
  readonly fundingSourceId?: string | undefined;
  readonly speed?: Speed | undefined;
  readonly scheduledDate?: IsoDate | undefined;
  /** The expected amount in cents. */
  readonly cents?: number | undefined;
  /** The user's own reference for the row. */
  readonly ref?: string | undefined;
}

const COLUMNS = [
  'payableId',
  'connectionId',
  'fundingSourceId',
  'speed',
  'scheduledDate',
  'amount',
  'ref',
];

/**
 * Parses the rows of a CSV or JSON file, in order.
 *
 * @throws {UsageError} With every problem of every row as `file:line:column`, including a payable that is listed twice.
 */
export async function readPaymentInputs(text: string, path: string): Promise<PaymentInput[]> {
  const problems: InputProblem[] = [];
  const rowOf = new Map<string, number>();
  const sources = await readRows(text, path, COLUMNS);
  const rows = sources.map((source) => {
    const cells = new Cells(source, path, problems);
    const input = inputOf(cells, source.row);
    const firstRow = rowOf.get(input.payableId);
    if (firstRow !== undefined) {
      cells.addProblem(
        'payableId',
        `payableId ${input.payableId} is a duplicate of row ${firstRow}`,
      );
    } else if (input.payableId !== '') rowOf.set(input.payableId, source.row);
    return input;
  });
  assertNoProblems(path, problems);
  return rows;
}

function inputOf(cells: Cells, row: number): PaymentInput {
  return {
    row,
    payableId: cells.need('payableId', payableReference) ?? '',
    connectionId: cells.read('connectionId', id),
    fundingSourceId: cells.read('fundingSourceId', id),
    speed: cells.read('speed', speed),
    scheduledDate: cells.read('scheduledDate', date),
    cents: cells.read('amount', parseAmountCents),
    ref: cells.read('ref', words),
  };
}

/** Parses a speed: `standard` or `same-day`. The API's `sameDay` is accepted too. */
const speed: Parse<Speed> = (text) => {
  const normalized = text.toLowerCase().replace(/[-_]/g, '');
  if (normalized === 'standard') return 'standard';
  if (normalized === 'sameday') return 'same-day';
  throw new InvalidValueError(`must be standard or same-day, not '${text}'`);
};
