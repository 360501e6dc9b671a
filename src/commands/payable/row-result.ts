import type { InvoiceRow, RejectedInvoice } from './invoice-file.ts';

/**
 * The result of one row of a file of invoices: `skipped` if an earlier run of the file created it, `invalid` if its
 * cells have problems, `to-create` before it is sent.
 */
export interface RowResult {
  readonly row: number;
  readonly status:
    | ('created' | 'skipped' | 'refused' | 'unknown' | 'not-sent')
    | ('invalid' | 'to-create');
  readonly id: string | null;
  readonly invoiceNumber: string | null;
  readonly payerName?: string | null;
  readonly amount: number;
  readonly dueDate: string | null;
  readonly error: unknown;
}

export const rowResult = (
  { row, body }: InvoiceRow,
  status: RowResult['status'],
  id: string | null,
  error: unknown = null,
): RowResult => ({
  ...{ row, status, id, invoiceNumber: body.invoiceNumber ?? null },
  ...{ amount: body.amount, dueDate: body.dueDate ?? null, error },
});

/** Returns the result of a row whose cells have problems. */
export const invalidRow = (rejected: RejectedInvoice): RowResult =>
  rowResult(rejected, 'invalid', null, rejected.reason);

/** Returns the counts of results in one line. */
export function formatInvoiceTally(results: readonly RowResult[]): string {
  const parts = statusLabels.flatMap(([status, label]) => {
    const count = results.filter((result) => result.status === status).length;
    return count > 0 || status === 'created' ? [`${count.toLocaleString('en-US')} ${label}`] : [];
  });
  return `${parts.join(', ')}.`;
}

const statusLabels: readonly (readonly [RowResult['status'], string])[] = [
  ['created', 'created'],
  ['skipped', 'already created, skipped'],
  ['refused', 'refused'],
  ['invalid', 'invalid'],
  ['unknown', 'unresolved'],
  ['not-sent', 'not sent'],
];
