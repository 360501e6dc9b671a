import { centsOf } from '../../api/money.ts';
import { type Connection, connection } from '../../api/operations/connection.ts';
import type { Context } from '../../cli/context.ts';
import type { FileProgress } from '../../cli/input/file-progress.ts';
import { tableLines } from '../../cli/table-lines.ts';
import { type Cuttable, cuttable } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import { BILL_HINT, payerText } from './confirm-invoice.ts';
import { createdView } from './created-view.ts';
import type { InvoiceFile, InvoiceRow } from './invoice-file.ts';
import { invalidRow, type RowResult, rowResult } from './row-result.ts';

/** The invoices of a file before they are sent. */
export interface InvoicePreview {
  /** All rows of the file, in its order. */
  readonly rows: readonly RowResult[];
  /** The invoices that would be created: count, payer, total and due dates. */
  readonly summary: Cuttable;
  readonly count: number;
  readonly isSent: boolean;
}

/** Describes the invoices of a file; those that an earlier run created are skipped. `names` has the payers by connection. */
export function previewInvoices(
  { rows, rejected }: InvoiceFile,
  progress: FileProgress,
  names: ReadonlyMap<string, Connection>,
): InvoicePreview {
  const created = rows.map((_, at) => progress.created(at));
  const left = rows.filter((_, at) => !created[at]);
  const planned = rows.map((row, at) => ({
    ...rowResult(row, created[at] ? 'skipped' : 'to-create', created[at]?.payableId ?? null),
    payerName: payerName(row, names),
  }));
  return {
    rows: [...planned, ...rejected.map(invalidRow)].toSorted((one, two) => one.row - two.row),
    summary: summaryOf(left, names),
    count: left.length,
    isSent: left.some(({ body }) => body.submit),
  };
}

const payerName = ({ body }: InvoiceRow, names: ReadonlyMap<string, Connection>) =>
  names.get(body.connectionId)?.connectedBusinessName ?? null;

function summaryOf(left: readonly InvoiceRow[], names: ReadonlyMap<string, Connection>): Cuttable {
  const sent = left.filter(({ body }) => body.submit).length;
  const count = `${left.length} invoice${left.length === 1 ? '' : 's'}`;
  const what =
    sent === left.length
      ? `Send ${count}`
      : sent === 0
        ? `Create ${left.length === 1 ? '1 draft' : `${left.length} drafts`}`
        : `Create ${count} and send ${sent} of them`;
  const total = left.reduce((sum, { body }) => sum + centsOf(body.amount), 0);
  const payers = [...new Set(left.map(({ body }) => body.connectionId))];
  const [only = ''] = payers;
  const to =
    payers.length === 1
      ? cuttable`${payerText(only, names.get(only))} (${only})`
      : cuttable`${payers.length} businesses`;
  return cuttable`${what} to ${to}, total ${usd(total)} (they pay you)${dueText(left)}.`;
}

function dueText(left: readonly InvoiceRow[]): string {
  const dates = left.flatMap(({ body }) => body.dueDate ?? []).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined) return '';
  return first === last ? `, due ${first}` : `, due ${first} to ${last}`;
}

/** The rows that a question lists one by one. */
const MAX_SHOWN = 100;

/**
 * Has a person confirm the invoices of a file, below their table. Nobody is asked without a terminal.
 *
 * @throws {GuardError} if the answer is no.
 */
export async function confirmInvoices(
  context: Context,
  { rows, summary, count, isSent }: InvoicePreview,
): Promise<void> {
  if (count === 0) return;
  if (context.globalFlags.yes) context.notice(String(summary));
  if (context.globalFlags.yes || !context.prompt.isPossible()) return;
  const more = rows.length - MAX_SHOWN;
  const lines = [
    summary,
    ...(await tableLines(context, createdView, rows.slice(0, MAX_SHOWN))),
    ...(more > 0 ? [`and ${more} more rows`] : []),
    BILL_HINT,
  ];
  const them = count === 1 ? 'it' : 'them';
  await context.confirm(lines, isSent ? `Send ${them}?` : `Create ${them}?`);
}

/** Reads the connections of the business by id, for the names of those who pay. */
export async function readPayers(context: Context): Promise<ReadonlyMap<string, Connection>> {
  const found = new Map<string, Connection>();
  const input = { query: { businessId: context.business() } };
  for await (const it of context.records<Connection>(connection.list, input)) found.set(it.id, it);
  return found;
}
