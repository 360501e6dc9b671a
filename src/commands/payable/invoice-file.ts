import { dollarsText, toDollars } from '../../api/money.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import type { payable } from '../../api/operations/payable.ts';
import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import type { Cells } from '../../cli/input/cells.ts';
import { type InputReader, readInputFile } from '../../cli/input/input-file.ts';
import {
  lineItem,
  lineItemsTotalCents,
  type TypedLineItem,
  toLineItems,
} from '../../cli/input/line-item.ts';

export type InvoiceBody = OperationInput<typeof payable.create>['body'];

export interface InvoiceRow {
  /** The row as a spreadsheet numbers it: the header is row 1. */
  readonly row: number;
  readonly body: InvoiceBody;
}

export const INVOICE_COLUMNS = [
  'connectionId',
  'amount',
  'dueDate',
  'invoiceNumber',
  'memo',
  'lines',
  'submit',
];

/** Values for rows that do not set their own, and the format of dates. */
export interface InvoiceDefaults {
  readonly connection: string | undefined;
  readonly submit: boolean;
  readonly dateFormat?: string | undefined;
}

/**
 * Returns the invoices of a CSV or JSON file, all checked.
 *
 * @throws {UsageError} with every problem of every row, as `file:row: column: what`.
 */
export async function readInvoices(
  context: InputReader,
  path: string,
  defaults: InvoiceDefaults,
): Promise<InvoiceRow[]> {
  const { dateFormat } = defaults;
  const file = await readInputFile(context, path, { columns: INVOICE_COLUMNS, dateFormat });
  const rows = file.rows.map((cells) => ({ row: cells.row, body: invoiceBody(cells, defaults) }));
  addDuplicates(rows, file.rows);
  file.assertValid();
  return rows;
}

/** Returns the content of a row without `submit`: one invoice may be a draft first and submitted later. */
export function contentOf({ connectionId, submit: _, ...content }: InvoiceBody) {
  return { connectionId, content };
}

/** Returns the invoice of a row. `dueDate` is that of its cell unless it is given. */
export function invoiceBody(
  cells: Cells,
  defaults: InvoiceDefaults,
  dueDate: string | undefined = cells.date('dueDate'),
): InvoiceBody {
  const connectionId = cells.read('connectionId', id) ?? defaults.connection;
  if (connectionId === undefined) {
    cells.addProblem('connectionId', 'is missing (or give --connection)');
  }
  const lines = cells.read('lines', lineItems) ?? [];
  return {
    connectionId: connectionId ?? '',
    amount: toDollars(centsIn(cells, lines)),
    ...optionalField('dueDate', dueDate),
    ...optionalField(
      'invoiceNumber',
      cells.read('invoiceNumber', (text) => text),
    ),
    ...optionalField('memo', cells.text('memo')),
    ...(lines.length > 0 && { lineItems: toLineItems(lines) }),
    ...((cells.read('submit', yesOrNo) ?? defaults.submit) && { submit: true }),
  };
}

/**
 * Returns the amount in integer cents: as given, which must equal the sum of the lines if there are any; otherwise that sum.
 */
function centsIn(cells: Cells, lines: readonly TypedLineItem[]): number {
  const amountCents = cells.amount('amount');
  const sum = lines.length > 0 ? lineItemsTotalCents(lines) : undefined;
  if (amountCents === undefined && sum === undefined) {
    cells.addProblem('amount', 'is missing, and there are no lines to add up');
  }
  if (amountCents !== undefined && sum !== undefined && amountCents !== sum) {
    cells.addProblem(
      'amount',
      `${dollarsText(amountCents)} does not match the sum of the lines, ${dollarsText(sum)}`,
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

/** Adds a problem for each repeated invoice number, which is unique on a connection. */
function addDuplicates(rows: readonly InvoiceRow[], cells: readonly Cells[]): void {
  const first = new Map<string, number>();
  for (const [at, { body }] of rows.entries()) {
    const own = cells[at];
    if (!body.invoiceNumber || !own) continue;
    const key = `${body.connectionId} ${body.invoiceNumber}`;
    const firstRow = first.get(key);
    if (firstRow === undefined) first.set(key, own.row);
    else own.addProblem('invoiceNumber', `${body.invoiceNumber} is a duplicate of row ${firstRow}`);
  }
}
