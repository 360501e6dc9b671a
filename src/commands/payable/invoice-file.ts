import { dollarsText, toDollars } from '../../api/money.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import type { payable } from '../../api/operations/payable.ts';
import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import type { Cells } from '../../cli/input/cells.ts';
import type { MappingChoice } from '../../cli/input/column-mapping.ts';
import type { AmountColumn } from '../../cli/input/decide-decimal.ts';
import type { Decimal } from '../../cli/input/decimal.ts';
import { type InputFile, type InputReader, readInputFile } from '../../cli/input/input-file.ts';
import {
  lineItem,
  lineItemsTotalCents,
  type TypedLineItem,
  toLineItems,
} from '../../cli/input/line-item.ts';
import type { RejectedRow } from '../../cli/input/rejected-rows.ts';
import { INVOICE_COLUMNS } from './invoice-fields.ts';
import { isTotalRow, type TotalRowChoice } from './total-row.ts';

export type InvoiceBody = OperationInput<typeof payable.create>['body'];

export interface InvoiceRow {
  /** The row as a spreadsheet numbers it: the header is row 1. */
  readonly row: number;
  readonly body: InvoiceBody;
}

/** Values for rows that do not set their own, and the format of dates. */
export interface InvoiceDefaults {
  readonly connection: string | undefined;
  readonly submit: boolean;
  readonly dateFormat?: string | undefined;
}

/** Options of reading a file of invoices, and the questions about what it leaves open. */
export interface InvoiceReading extends InvoiceDefaults, Partial<Omit<TotalRowChoice, 'ask'>> {
  readonly mapping?: MappingChoice | undefined;
  readonly decimal?: Decimal | undefined;
  readonly askDecimal?: AmountColumn['ask'];
  readonly askLastRow?: TotalRowChoice['ask'];
  /** Whether rows with problems are left out; without it, the file is refused. */
  readonly leavesOut?: boolean;
}

/** An invoice of a file with its cells, and the reason if it was left out. */
export interface RejectedInvoice extends InvoiceRow, RejectedRow {}

/** The invoices of a file: those that can be sent, and those that were left out. */
export interface InvoiceFile {
  readonly file: InputFile;
  readonly rows: readonly RejectedInvoice[];
  readonly rejected: readonly RejectedInvoice[];
}

/**
 * Returns the invoices of a CSV or JSON file, all checked. A total at its end is left out.
 *
 * @throws {UsageError} with every problem of every row, as `file:row: column: what`, unless these rows are left out.
 */
export async function readInvoices(
  context: InputReader,
  path: string,
  reading: InvoiceReading,
): Promise<InvoiceFile> {
  const { dateFormat, mapping, decimal, lastRow, leavesOut = false } = reading;
  const { askDecimal = nobody, askLastRow = nobody } = reading;
  const file = await readInputFile(context, path, {
    ...{ columns: INVOICE_COLUMNS, dateFormat, mapping },
    amounts: { column: 'amount', decimal, ask: askDecimal },
    columnHints: [
      `for columns with other names: remit payable create --file ${path} --map amount=<column>`,
    ],
  });
  const all = file.rows.map((cells) => ({ cells, body: invoiceBody(cells, reading) }));
  const amounts = all.map(({ cells, body: { amount } }) => ({ cells, amount }));
  const choice = { lastRow, ask: askLastRow, notice: context.notice };
  const last = (await isTotalRow(file, amounts, choice)) ? all.at(-1) : undefined;
  if (last) file.leaveOut(last.cells.row);
  const own = all.filter((it) => it !== last);
  addDuplicates(own);
  if (!leavesOut) file.assertValid();
  const rows = own.map(({ cells: { row, texts }, body }) => {
    const problems = file.problemsIn(row);
    return { row, body, texts, reason: problems.join('; ') };
  });
  return {
    file,
    rows: rows.filter(({ reason }) => reason === ''),
    rejected: rows.filter(({ reason }) => reason !== ''),
  };
}

const nobody = async () => undefined;

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
function addDuplicates(
  rows: readonly { readonly cells: Cells; readonly body: InvoiceBody }[],
): void {
  const first = new Map<string, number>();
  for (const { cells, body } of rows) {
    if (!body.invoiceNumber) continue;
    const key = `${body.connectionId} ${body.invoiceNumber}`;
    const firstRow = first.get(key);
    if (firstRow === undefined) first.set(key, cells.row);
    else
      cells.addProblem('invoiceNumber', `${body.invoiceNumber} is a duplicate of row ${firstRow}`);
  }
}
