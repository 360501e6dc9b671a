/** Payables as rows with names and as the API returns them. */

import { newYorkDate } from '../../api/ach/calendar.ts';
import { toDollars } from '../../api/money.ts';
import type { Payable } from '../../api/operations/payable.ts';
import type { ReadContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';

/** A row of `payables` with the names of both businesses and the dates of its newest payment. */
export interface NamedPayable extends Row<'payables'> {
  readonly payee_name: string;
  readonly payer_name: string | null;
  /** Of its newest payment; null without one. */
  readonly scheduled_date: string | null;
  readonly settle_at: string | null;
}

/** Converts a row to the API's payable, as business `viewerId` sees it. Amounts are in dollars. */
export const toPayable = (row: NamedPayable, viewerId: string): Payable => ({
  id: row.id,
  payableId: row.id,
  status: row.status,
  connectionId: row.connection_id,
  businessId: row.payee_id,
  senderBusinessId: row.payee_id,
  payerBusinessId: row.payer_id,
  payeeName: row.payee_name,
  payerName: row.payer_name ?? externalPayerOf(row)?.name ?? null,
  direction: viewerId === row.payee_id ? 'sent' : 'received',
  amount: toDollars(row.cents),
  currency: 'USD',
  dueDate: row.due_date,
  invoiceNumber: row.invoice_number,
  memo: row.memo,
  lineItems: lineItemsOf(row),
  attachments: JSON.parse(row.attachments),
  declineReason: row.decline_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  submittedAt: row.submitted_at,
  approvedAt: row.approved_at,
  declinedAt: row.declined_at,
  cancelledAt: row.cancelled_at,
  paidAt: row.paid_at,
  activePaymentId: row.active_payment_id,
  paymentStatus: row.payment_status,
  scheduledDate: row.scheduled_date,
  estimatedSettlementDate: row.settle_at === null ? null : newYorkDate(new Date(row.settle_at)),
  lastPaymentFailure: lastFailureOf(row, viewerId),
  paymentLinkStatus: row.link_enabled === 1 ? 'enabled' : 'disabled',
  source: row.source,
  publicId: row.public_id,
});

/** Returns the failure of the newest payment; only the payer sees the bank account. */
function lastFailureOf({ last_payment_failure, payer_id }: NamedPayable, viewerId: string) {
  if (last_payment_failure === null) return null;
  const { fundingSourceId, ...failure } = JSON.parse(last_payment_failure);
  return viewerId === payer_id ? { ...failure, fundingSourceId } : failure;
}

/** The name and email of a payer without an account, from the JSON of a column; null for a business. */
export const externalPayerOf = ({
  external_payer,
}: Pick<Row<'payables'>, 'external_payer'>): { name: string; email: string } | null =>
  external_payer === null ? null : JSON.parse(external_payer);

/** A line item as the database holds it: the request's fields, and the line total in cents. */
export interface StoredLineItem {
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly totalCents: number;
}

/** Returns the line items of a payable; empty if it has none. */
export const storedLinesOf = ({ line_items }: Row<'payables'>): readonly StoredLineItem[] =>
  line_items === null ? [] : JSON.parse(line_items);

/** Returns the line items of a payable with totals in dollars. */
export const lineItemsOf = (payable: Row<'payables'>) =>
  storedLinesOf(payable).map(({ totalCents, ...line }) => ({
    ...line,
    total: toDollars(totalCents),
  }));

/**
 * Selects payables with the names of both businesses and the dates of the newest payment. The payer's name is null
 * without a payer business.
 */
export const namedPayables = ({ db }: ReadContext) =>
  db
    .selectFrom('payables')
    .innerJoin('businesses as payee', 'payee.id', 'payables.payee_id')
    .leftJoin('businesses as payer', 'payer.id', 'payables.payer_id')
    .leftJoin('payments', 'payments.id', 'payables.payment_id')
    .selectAll('payables')
    .select(['payee.name as payee_name', 'payer.name as payer_name'])
    .select(['payments.scheduled_date', 'payments.settle_at']);

/** Returns a payable with its names. Rejects with Kysely's error if the id is unknown. */
export const payableAt = (id: string, context: ReadContext): Promise<NamedPayable> =>
  namedPayables(context).where('payables.id', '=', id).executeTakeFirstOrThrow();
