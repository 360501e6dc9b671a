/** Payment rows of a CSV or JSON file. */

import { payable } from '../../api/operations/payable.ts';
import { shapeOf } from '../../api/schema/schema-introspection.ts';
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

/** The columns of a file of `payable list` that are read; the others of a payable are ignored. */
const LIST_COLUMNS = ['id', 'payeeName'];

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
  const file = await readInputFile(context, path, {
    columns: [...COLUMNS, ...LIST_COLUMNS],
    dateFormat,
    mayHaveOthers: true,
  });
  return payablesIn(context, file);
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
  const columns = [...new Set([...COLUMNS, ...LIST_COLUMNS, ...QUICK_COLUMNS])];
  const file = await readInputFile(context, path, { columns, dateFormat, mayHaveOthers: true });
  const isOfPayables = file.columns.has('payableId') || isListed(file);
  if (isOfPayables || !file.columns.has('connectionId')) {
    return { kind: 'payables', rows: payablesIn(context, file) };
  }
  assertFileColumns(file, QUICK_COLUMNS);
  const rows = file.rows.map((cells, at) => quickPaymentOf(cells, at, file.name));
  file.assertValid();
  return { kind: 'quickPayments', rows };
}

/** Reports whether a file is one of `payable list --out`, which has the column `id`. */
const isListed = ({ columns }: InputFile): boolean => columns.has('id');

function payablesIn(context: InputReader, file: InputFile): PaymentInput[] {
  const hasPayees = isListed(file);
  if (hasPayees) assertListed(context, file);
  else assertFileColumns(file, COLUMNS);
  const payableColumn = hasPayees && !file.columns.has('payableId') ? 'id' : 'payableId';
  const first = new Map<string, number>();
  const rows = file.rows.map((cells, at) => {
    const input = {
      ...inputOf(cells, at, payableColumn),
      ...(hasPayees && { payeeName: cells.text('payeeName') }),
      source: `${file.name}:${cells.row}`,
      fileRow: cells.row,
    };
    // One number may be that of two payees.
    const key = `${input.payableId} ${input.connectionId ?? ''}`;
    const firstRow = first.get(key);
    if (firstRow !== undefined) {
      cells.addProblem(payableColumn, `${input.payableId} is a duplicate of row ${firstRow}`);
    } else if (input.payableId !== '') first.set(key, cells.row);
    return input;
  });
  file.assertValid();
  return rows;
}

const quickPaymentOf = (cells: Cells, at: number, name: string): QuickPaymentInput => ({
  row: at + 1,
  source: `${name}:${cells.row}`,
  fileRow: cells.row,
  connectionId: cells.need('connectionId', id) ?? '',
  cents: cells.neededAmount('amount') ?? 0,
  fundingSourceId: cells.read('fundingSourceId', id),
  memo: cells.text('memo'),
  ref: cells.text('ref'),
});

/**
 * Checks that a file of `payable list` has only columns of payables and of payments, and says which are not read.
 *
 * @throws {UsageError} If it has others.
 */
function assertListed(context: InputReader, file: InputFile): void {
  const read = [...COLUMNS, ...LIST_COLUMNS];
  const fields = Object.keys(shapeOf(payable.get.response()));
  const isOfPayable = (column: string) => fields.includes(column.split('.')[0] ?? '');
  const ignored = [...file.columns].filter((it) => !read.includes(it) && isOfPayable(it));
  assertFileColumns(file, [...read, ...ignored]);
  if (ignored.length > 0) context.notice(`${file.name}: not used: ${ignored.join(', ')}.`);
}

function inputOf(cells: Cells, at: number, payableColumn: string): PaymentInput {
  return {
    row: at + 1,
    payableId: cells.need(payableColumn, payableReference) ?? '',
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
