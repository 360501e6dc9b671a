/** Reads the invoices of an input file. */

import type { InputProblem } from '../../cli/errors.ts';
import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import { date, id, parseAmountCents, words } from '../../cli/flags/value-parsers.ts';
import {
  lineItem,
  lineItemsTotalCents,
  type TypedLineItem,
  toLineItems,
} from '../../cli/input/line-item.ts';
import { readRows, type SourceRow } from '../../cli/input/read-input-file.ts';
import { assertNoProblems, Cells } from '../../cli/input/row-parser.ts';
import { dollarsText, toDollars } from '../../contract/money.ts';
import type { OperationInput } from '../../contract/operation.ts';
import type { payable } from '../../contract/payable.ts';

type Body = OperationInput<typeof payable.create>['body'];

/** One invoice of a file, checked. */
export interface InvoiceRow {
  /** Row number from 1, without the header. */
  readonly row: number;
  readonly body: Body;
}

const COLUMNS = ['connectionId', 'amount', 'dueDate', 'invoiceNumber', 'memo', 'lines', 'submit'];

/**
 * Returns the invoices of a CSV or JSON file, all checked.
 *
 * @throws {UsageError} with every problem of every row, as `file:line:column`.
 */
export async function readInvoices(
  text: string,
  path: string,
  defaults: { connection: string | undefined; submit: boolean },
): Promise<InvoiceRow[]> {
  const sources = await readRows(text, path, COLUMNS);
  const problems: InputProblem[] = [];
  const rows = sources.map((source) => ({
    row: source.row,
    body: bodyOf(new Cells(source, path, problems), defaults),
  }));
  problems.push(...duplicates(rows, sources, path));
  assertNoProblems(path, problems);
  return rows;
}

/** Returns the content of a row without `submit`: one invoice may be a draft first and submitted later. */
export function contentOf({ connectionId, submit: _, ...content }: Body) {
  return { connectionId, content };
}

function bodyOf(cells: Cells, defaults: { connection: string | undefined; submit: boolean }): Body {
  const connectionId = cells.read('connectionId', id) ?? defaults.connection;
  if (connectionId === undefined) {
    cells.addProblem('connectionId', 'connectionId is missing (or give --connection)');
  }
  const lines = cells.read('lines', lineItems) ?? [];
  return {
    connectionId: connectionId ?? '',
    amount: toDollars(centsIn(cells, lines)),
    ...optionalField('dueDate', cells.read('dueDate', date)),
    ...optionalField('invoiceNumber', cells.read('invoiceNumber', words)),
    ...optionalField(
      'memo',
      cells.read('memo', (text) => text),
    ),
    ...(lines.length > 0 && { lineItems: toLineItems(lines) }),
    ...((cells.read('submit', yesOrNo) ?? defaults.submit) && { submit: true }),
  };
}

/**
 * Returns the amount in integer cents: as given, which must equal the sum of the lines if there are any; else that sum.
 */
function centsIn(cells: Cells, lines: readonly TypedLineItem[]): number {
  const amountCents = cells.read('amount', parseAmountCents);
  const sum = lines.length > 0 ? lineItemsTotalCents(lines) : undefined;
  if (amountCents === undefined && sum === undefined) {
    cells.addProblem('amount', 'amount is missing, and there are no lines to add up');
  }
  if (amountCents !== undefined && sum !== undefined && amountCents !== sum) {
    cells.addProblem(
      'amount',
      `amount ${dollarsText(amountCents)} does not match the sum of the lines, ${dollarsText(sum)}`,
    );
  }
  return amountCents ?? sum ?? 0;
}

const optionalField = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: string };

const lineItems = (text: string) =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(lineItem);

const yesOrNo: Parse<boolean> = (text) => {
  const found = { true: true, yes: true, '1': true, false: false, no: false, '0': false }[
    text.trim().toLowerCase()
  ];
  if (found === undefined) throw new InvalidValueError(`must be true or false, not '${text}'`);
  return found;
};

/** Returns problems of repeated invoice numbers, which are unique on a connection. */
function duplicates(
  rows: readonly InvoiceRow[],
  sources: readonly SourceRow[],
  path: string,
): InputProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ row, body }, at) => {
    if (!body.invoiceNumber) return [];
    const key = `${body.connectionId} ${body.invoiceNumber.trim()}`;
    const firstRow = first.get(key);
    first.set(key, firstRow ?? row);
    if (firstRow === undefined) return [];
    const source = sources[at];
    const location = `${path}:${source?.line ?? 1}:${source?.columns['invoiceNumber'] ?? 1}`;
    return [
      {
        field: 'invoiceNumber',
        row,
        message: `${location}: invoiceNumber ${body.invoiceNumber} is a duplicate of row ${firstRow}`,
      },
    ];
  });
}
