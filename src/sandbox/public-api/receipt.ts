import { toDollars } from '../../api/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { findRow, rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { toPayment } from '../payment/records.ts';
import { authorizationOf, toAuthorization } from './authorization.ts';
import { createLinkNotFoundError, publicBusinessOf } from './parties.ts';

/** The result of paying, as the payer gets it. */
export interface PaymentReceipt {
  readonly paymentId: string;
  readonly status: string | null | undefined;
  readonly payableId: string | null;
  readonly publicId: string;
  readonly receiptUrl: string;
  readonly estimatedSettlementDate: string | null | undefined;
}

export function paymentReceiptOf(
  { options }: HandlerContext,
  row: Row<'payments'>,
): PaymentReceipt {
  const { paymentId, status, estimatedSettlementDate } = toPayment(row);
  const publicId = row.receipt_id ?? '';
  return {
    paymentId,
    status,
    payableId: row.payable_id,
    publicId,
    receiptUrl: `${options.appUrl}/receipt/${publicId}`,
    estimatedSettlementDate,
  };
}

export interface ReceiptRows {
  readonly payment: Row<'payments'>;
  readonly payable: Row<'payables'>;
}

/**
 * Returns the payment with this receipt, and its payable. The id is the only credential; it outlives the link.
 *
 * @throws {ApiError} 404 if there is none
 */
export async function receiptRowsAt(
  { db }: HandlerContext,
  receiptId: string,
): Promise<ReceiptRows> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('receipt_id', '=', receiptId)
    .executeTakeFirst();
  const payable = await findRow(db, 'payables', payment?.payable_id ?? null);
  if (payment && payable) return { payment, payable };
  throw createLinkNotFoundError();
}

/**
 * Returns the receipt with this id. The amount is in dollars; `authorization` is null if nothing asked the payer for one.
 *
 * @throws {ApiError} 404 if there is none
 */
export async function showReceipt(context: HandlerContext, receiptId: string) {
  const { payment, payable } = await receiptRowsAt(context, receiptId);
  const { db, options } = context;
  const shown = toPayment(payment);
  const authorization = await authorizationOf(context, payment.id);
  return {
    publicId: receiptId,
    payee: publicBusinessOf(await rowAt(db, 'businesses', payment.payee_id), options.appUrl),
    amount: toDollars(payment.cents),
    currency: 'USD',
    invoiceNumber: payable.invoice_number,
    memo: payable.memo,
    paymentId: payment.id,
    status: shown.status,
    failureCode: shown.failureCode,
    failureReason: shown.failureReason,
    createdAt: shown.createdAt,
    submittedAt: shown.submittedAt,
    estimatedSettlementDate: shown.estimatedSettlementDate,
    completedAt: shown.completedAt,
    failedAt: shown.failedAt,
    returnedAt: shown.returnedAt,
    authorization: authorization ? toAuthorization(authorization) : null,
  };
}
