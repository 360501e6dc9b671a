import { addDays, at, newYorkDate } from '../../contract/ach-calendar.ts';
import { dollarsText } from '../../contract/money.ts';
import { csvOf } from '../csv.ts';
import { toPayable } from '../records/payable.ts';
import { invalid } from '../rules/refuse.ts';
import type { World } from '../world.ts';
import { allPayables, readStatuses } from './list.ts';

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

export interface ExportFilters {
  readonly status?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

/** Payables of a business as CSV. Both dates are inclusive; a date without a time is the whole day in New York. Throws `Refused`: 400, 422. */
export async function exportPayables(
  businessId: string,
  filters: ExportFilters,
  world: World,
): Promise<string> {
  const rows = await allPayables(
    {
      businessId,
      statuses: readStatuses(filters.status),
      connectionId: filters.connectionId,
      createdFrom:
        filters.createdAfter === undefined
          ? undefined
          : startOf(filters.createdAfter, 'createdAfter'),
      createdBefore:
        filters.createdBefore === undefined
          ? undefined
          : endOf(filters.createdBefore, 'createdBefore'),
    },
    world,
  );
  return csvOf(
    columns,
    rows.map((row) => {
      const shown = toPayable(row, businessId);
      return { ...shown, amount: dollarsText(row.cents), paymentId: row.payment_id };
    }),
  );
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

function startOf(text: string, field: string): Date {
  return isDate(text) ? at(readDay(text, field), 0) : moment(text, field);
}

/** The first moment after it. */
function endOf(text: string, field: string): Date {
  if (isDate(text)) return at(addDays(readDay(text, field), 1), 0);
  return new Date(moment(text, field).getTime() + 1);
}

function readDay(text: string, field: string): string {
  const day = newYorkDate(new Date(`${text}T17:00:00Z`));
  if (day === text) return text;
  throw invalid('invalid_date', field, `${field} must be a date that exists.`);
}

function moment(text: string, field: string): Date {
  const found = new Date(text);
  if (!Number.isNaN(found.getTime())) return found;
  throw invalid('invalid_date', field, `${field} must be an ISO 8601 date.`);
}
