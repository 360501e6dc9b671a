import { toDollars } from '../../contract/money.ts';
import type { World } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { toPayment } from '../payment/records.ts';
import { linkNotFound, type PublicBusiness, publicBusiness } from './parties.ts';

/** What a payer gets at once. */
export interface Started {
  readonly paymentId: string;
  readonly status: string | null | undefined;
  readonly payableId: string | null;
  readonly publicId: string;
  readonly receiptUrl: string;
  readonly estimatedSettlementDate: string | null | undefined;
}

export function startedOf({ options }: World, row: Row<'payments'>, publicId: string): Started {
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

/** How a payment on a page of ours stands. */
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

/** The receipt with this id: whoever has it may see it, also when the link is gone. Throws `Refused` (404). */
export async function showReceipt(world: World, publicId: string): Promise<Receipt> {
  const payable = await world.db
    .selectFrom('payables')
    .selectAll()
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  const row = await world.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', payable?.payment_id ?? '')
    .executeTakeFirst();
  if (!payable || !row) throw linkNotFound();
  const payment = toPayment(row);
  return {
    publicId,
    payee: await publicBusiness(world, payable.payee_id),
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
