/** Payment rows of a CSV or JSON file. */

import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import { id, payableReference } from '../../cli/flags/value-parsers.ts';
import type { Cells } from '../../cli/input/cells.ts';
import {
  assertFileColumns,
  type InputFile,
  type InputReader,
  readInputFile,
} from '../../cli/input/input-file.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';

/** The ACH speed as typed by a user. */
export type Speed = 'standard' | 'same-day';

/** One payable to pay, from a file or a filter. Defaults apply to fields that are not set. */
export interface PaymentInput {
  /** Counted from 1, without the header. */
  readonly row: number;
  /** The row in messages: `payments.csv:3`, as a spreadsheet numbers it. `undefined` for a row of a filter. */
  readonly source?: string;
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

/** One quick payment to be made, from a file. Defaults apply to fields that are not set. */
export interface QuickPaymentInput {
  /** Counted from 1, without the header. */
  readonly row: number;
  /** The row in messages: `payments.csv:3`, as a spreadsheet numbers it. */
  readonly source: string;
  readonly connectionId: string;
  readonly cents: number;
  readonly fundingSourceId: string | undefined;
  readonly memo: string | undefined;
  /** The user's own reference for the row. */
  readonly ref: string | undefined;
}

const QUICK_COLUMNS = ['connectionId', 'amount', 'fundingSourceId', 'memo', 'ref'];

/** The rows of a file that is planned: all of one kind. */
export type PlanInputs =
  | { readonly kind: 'payables'; readonly rows: readonly PaymentInput[] }
  | { readonly kind: 'quickPayments'; readonly rows: readonly QuickPaymentInput[] };

/**
 * Reads the rows of a CSV or JSON file, in order. `dateFormat` is that of its dates, ISO by default.
 *
 * @throws {UsageError} With every problem of every row as `file:row: column: what`, including a payable that is listed
 *   twice.
 */
export async function readPaymentInputs(
  context: InputReader,
  path: string,
  dateFormat: string | undefined,
): Promise<PaymentInput[]> {
  return payablesIn(await readInputFile(context, path, { columns: COLUMNS, dateFormat }));
}

/**
 * Reads the rows of a file that is planned: quick payments if it has the column `connectionId` and not `payableId`.
 *
 * @throws {UsageError} With every problem of every row, including a column that its kind does not have.
 */
export async function readPlanInputs(
  context: InputReader,
  path: string,
  dateFormat: string | undefined,
): Promise<PlanInputs> {
  const columns = [...new Set([...COLUMNS, ...QUICK_COLUMNS])];
  const file = await readInputFile(context, path, { columns, dateFormat });
  if (file.columns.has('payableId') || !file.columns.has('connectionId')) {
    assertFileColumns(file, COLUMNS);
    return { kind: 'payables', rows: payablesIn(file) };
  }
  assertFileColumns(file, QUICK_COLUMNS);
  const rows = file.rows.map((cells) => quickPaymentOf(cells, file.name));
  file.assertValid();
  return { kind: 'quickPayments', rows };
}

function payablesIn(file: InputFile): PaymentInput[] {
  const first = new Map<string, number>();
  const rows = file.rows.map((cells) => {
    const input = { ...inputOf(cells), source: `${file.name}:${cells.number}` };
    // One number may be that of two payees.
    const key = `${input.payableId} ${input.connectionId ?? ''}`;
    const firstRow = first.get(key);
    if (firstRow !== undefined) {
      cells.addProblem('payableId', `${input.payableId} is a duplicate of row ${firstRow}`);
    } else if (input.payableId !== '') first.set(key, cells.number);
    return input;
  });
  file.assertValid();
  return rows;
}

const quickPaymentOf = (cells: Cells, name: string): QuickPaymentInput => ({
  row: cells.row,
  source: `${name}:${cells.number}`,
  connectionId: cells.need('connectionId', id) ?? '',
  cents: cells.neededAmount('amount') ?? 0,
  fundingSourceId: cells.read('fundingSourceId', id),
  memo: cells.text('memo'),
  ref: cells.text('ref'),
});

function inputOf(cells: Cells): PaymentInput {
  return {
    row: cells.row,
    payableId: cells.need('payableId', payableReference) ?? '',
    connectionId: cells.read('connectionId', id),
    fundingSourceId: cells.read('fundingSourceId', id),
    speed: cells.read('speed', speed),
    scheduledDate: cells.date('scheduledDate'),
    cents: cells.amount('amount'),
    ref: cells.text('ref'),
  };
}

/** Parses a speed: `standard` or `same-day`. The API's `sameDay` is accepted too. */
const speed: Parse<Speed> = (text) => {
  const normalized = text.toLowerCase().replace(/[-_]/g, '');
  if (normalized === 'standard') return 'standard';
  if (normalized === 'sameday') return 'same-day';
  throw new InvalidValueError(`must be standard or same-day, not '${text}'`);
};
