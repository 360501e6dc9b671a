import { toDollars } from '../../contract/money.ts';
import type { Payable } from '../../contract/payable.ts';
import type { ReadContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';

/** A payable with the names of its sides. */
export interface NamedPayable extends Row<'payables'> {
  readonly payee_name: string;
  readonly payer_name: string | null;
}

/** A payable as one of its sides sees it. */
export const toPayable = (row: NamedPayable, viewerId: string): Payable => ({
  id: row.id,
  payableId: row.id,
  status: row.status,
  connectionId: row.connection_id,
  businessId: row.payee_id,
  senderBusinessId: row.payee_id,
  payerBusinessId: row.payer_id,
  payeeName: row.payee_name,
  payerName: row.payer_name ?? externalName(row),
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
  lastPaymentFailure:
    row.last_payment_failure === null ? null : JSON.parse(row.last_payment_failure),
  paymentLinkStatus: row.link_enabled === 1 ? 'enabled' : 'disabled',
  source: row.source,
  publicId: row.public_id,
});

const externalName = ({ external_payer }: Row<'payables'>): string | null =>
  external_payer === null ? null : JSON.parse(external_payer).name;

/** Lines as they are kept: what was sent, and the total that was made of it, in cents. */
export interface StoredLineItem {
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly totalCents: number;
}

export function lineItemsOf({ line_items }: Row<'payables'>) {
  if (line_items === null) return [];
  const lines: StoredLineItem[] = JSON.parse(line_items);
  return lines.map(({ totalCents, ...line }) => ({ ...line, total: toDollars(totalCents) }));
}

/** Payables with the names of both sides. */
export const namedPayables = ({ db }: ReadContext) =>
  db
    .selectFrom('payables')
    .innerJoin('businesses as payee', 'payee.id', 'payables.payee_id')
    .leftJoin('businesses as payer', 'payer.id', 'payables.payer_id')
    .selectAll('payables')
    .select(['payee.name as payee_name', 'payer.name as payer_name']);

export const payableAt = (id: string, world: ReadContext): Promise<NamedPayable> =>
  namedPayables(world).where('payables.id', '=', id).executeTakeFirstOrThrow();
