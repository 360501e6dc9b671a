/** Payment rows of a CSV or JSON file. */

import type {
  PaymentInput,
  PlanInputs,
  QuickPaymentInput,
  Speed,
} from '../../money/batches/payment-inputs.ts';
import { InvalidValueError, type Parse } from '../flags/flag.ts';
import { id, payableReference } from '../flags/value-parsers.ts';
import type { Cells } from './cells.ts';
import {
  assertFileColumns,
  type InputFile,
  type InputReader,
  readInputFile,
} from './input-file.ts';

const COLUMNS = [
  'payableId',
  'connectionId',
  'fundingSourceId',
  'speed',
  'scheduledDate',
  'amount',
  'ref',
];

const QUICK_COLUMNS = ['connectionId', 'amount', 'fundingSourceId', 'memo', 'ref'];

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
  const rows = file.rows.map((cells, at) => quickPaymentOf(cells, at, file.name));
  file.assertValid();
  return { kind: 'quickPayments', rows };
}

function payablesIn(file: InputFile): PaymentInput[] {
  const first = new Map<string, number>();
  const rows = file.rows.map((cells, at) => {
    const input = { ...inputOf(cells, at), source: `${file.name}:${cells.row}` };
    // One number may be that of two payees.
    const key = `${input.payableId} ${input.connectionId ?? ''}`;
    const firstRow = first.get(key);
    if (firstRow !== undefined) {
      cells.addProblem('payableId', `${input.payableId} is a duplicate of row ${firstRow}`);
    } else if (input.payableId !== '') first.set(key, cells.row);
    return input;
  });
  file.assertValid();
  return rows;
}

const quickPaymentOf = (cells: Cells, at: number, name: string): QuickPaymentInput => ({
  row: at + 1,
  source: `${name}:${cells.row}`,
  connectionId: cells.need('connectionId', id) ?? '',
  cents: cells.neededAmount('amount') ?? 0,
  fundingSourceId: cells.read('fundingSourceId', id),
  memo: cells.text('memo'),
  ref: cells.text('ref'),
});

function inputOf(cells: Cells, at: number): PaymentInput {
  return {
    row: at + 1,
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
