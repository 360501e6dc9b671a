/** Receipts of payments by public links. */

import { toDollars } from '../../contract/money.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { toPayment } from '../payment/records.ts';
import { createLinkNotFoundError, type PublicBusiness, publicBusiness } from './parties.ts';

/** The result of paying, as the payer gets it. */
export interface PaymentReceipt {
  readonly paymentId: string;
  readonly status: string | null | undefined;
  readonly payableId: string | null;
  readonly publicId: string;
  readonly receiptUrl: string;
  readonly estimatedSettlementDate: string | null | undefined;
}

/** Returns the result of paying. `publicId` is the id of its receipt. */
export function paymentReceiptOf(
  { options }: HandlerContext,
  row: Row<'payments'>,
  publicId: string,
): PaymentReceipt {
  const { paymentId, status, estimatedSettlementDate } = toPayment(row);
  return {
    paymentId,
    status,
    payableId: row.payable_id,
    publicId,
    receiptUrl: `${options.appUrl}/receipt/${publicId}`,
    estimatedSettlementDate,
  };
}

/** The receipt of a payment by a public link. The amount is in dollars. */
export interface Receipt {
  readonly publicId: string;
  readonly payee: PublicBusiness;
  readonly amount: number;
  readonly currency: 'USD';
  readonly memo: string | null;
  readonly paymentId: string;
  readonly status: string | null | undefined;
  readonly createdAt: string | null | undefined;
  readonly estimatedSettlementDate: string | null | undefined;
  readonly completedAt: string | null | undefined;
}

/**
 * Returns the receipt with this id, the only credential; it outlives the link.
 *
 * @throws {ApiError} 404
 */
export async function showReceipt(context: HandlerContext, publicId: string): Promise<Receipt> {
  const payable = await context.db
    .selectFrom('payables')
    .selectAll()
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  const row = await context.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', payable?.payment_id ?? '')
    .executeTakeFirst();
  if (!payable || !row) throw createLinkNotFoundError();
  const payment = toPayment(row);
  return {
    publicId,
    payee: await publicBusiness(context, payable.payee_id),
    amount: toDollars(payable.cents),
    currency: 'USD',
    memo: payable.memo,
    paymentId: row.id,
    status: payment.status,
    createdAt: payment.createdAt,
    estimatedSettlementDate: payment.estimatedSettlementDate,
    completedAt: payment.completedAt,
  };
}
