import { addDays, newYorkDate, newYorkInstant } from '../../api/ach/calendar.ts';
import { dollarsText } from '../../api/money.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import type { payable as contract } from '../../api/operations/payable.ts';
import { csvOf, csvRows } from '../context/csv.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { LongFile, type NextPart } from '../context/streamed-file.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import { readStatuses, somePayables } from './list.ts';
import { type NamedPayable, toPayable } from './records.ts';
import type { PayableFilter } from './select-seqs.ts';

const columns = [
  'id',
  'invoiceNumber',
  'status',
  'direction',
  'connectionId',
  'payeeName',
  'payerName',
  'amount',
  'currency',
  'dueDate',
  'memo',
  'createdAt',
  'submittedAt',
  'approvedAt',
  'paidAt',
  'paymentId',
  'paymentStatus',
];

type ExportFilters = NonNullable<OperationInput<typeof contract.export>['body']>;

const PART = 1_000;

/**
 * Returns the payables of a business as CSV, oldest first: those that exist at the time of the request.
 *
 * A short file is text; a longer one is read in parts of 1,000 rows while it is sent, each row in its state when its
 * part is read. Both dates are inclusive; a date without a time is the whole day in Eastern Time.
 *
 * @throws {ApiError} 400 for an unknown status, 422 for an invalid date
 */
export async function exportPayables(
  businessId: string,
  filters: ExportFilters,
  context: HandlerContext,
): Promise<string | LongFile> {
  const filter = filterOf(businessId, filters);
  const to = await newestOf(context);
  let from = 0;
  let isOver = false;
  const readNext: NextPart = async (reader) => {
    if (isOver) return undefined;
    const rows = await somePayables(filter, { from, to, limit: PART }, reader);
    from = (rows.at(-1)?.seq ?? to) + 1;
    isOver = rows.length < PART;
    return csvRows(columns, rows.map(lineOf(businessId)));
  };
  const firstPart = csvOf(columns, []) + (await readNext(context));
  return isOver ? firstPart : new LongFile(firstPart, readNext);
}

const filterOf = (businessId: string, filters: ExportFilters): PayableFilter => ({
  businessId,
  statuses: readStatuses(filters.status),
  connectionId: filters.connectionId,
  createdFrom:
    filters.createdAfter === undefined ? undefined : startOf(filters.createdAfter, 'createdAfter'),
  createdBefore:
    filters.createdBefore === undefined
      ? undefined
      : endOfRange(filters.createdBefore, 'createdBefore'),
});

/** Returns the highest sequence number now: payables created later are not part of the file. */
async function newestOf({ db }: HandlerContext): Promise<number> {
  const row = await db
    .selectFrom('payables')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

const lineOf = (businessId: string) => (row: NamedPayable) => ({
  ...toPayable(row, businessId),
  amount: dollarsText(row.cents),
  paymentId: row.payment_id,
});

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

function startOf(text: string, field: string): Date {
  return isDate(text) ? newYorkInstant(readDay(text, field), 0) : moment(text, field);
}

/** Returns the exclusive end: the first instant after the date or the millisecond. */
function endOfRange(text: string, field: string): Date {
  if (isDate(text)) return newYorkInstant(addDays(readDay(text, field), 1), 0);
  return new Date(moment(text, field).getTime() + 1);
}

function readDay(text: string, field: string): string {
  const day = newYorkDate(new Date(`${text}T17:00:00Z`));
  if (day === text) return text;
  throw createInvalidFieldError('invalid_date', field, `${field} must be a valid date.`);
}

function moment(text: string, field: string): Date {
  const found = new Date(text);
  if (!Number.isNaN(found.getTime())) return found;
  throw createInvalidFieldError('invalid_date', field, `${field} must be an ISO 8601 date.`);
}
