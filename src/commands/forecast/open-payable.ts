import type { Payable } from '../../contract/payable.ts';

/** An open payable, as a forecast keeps it. */
export type OpenPayable = Pick<Payable, keyof ReturnType<typeof openPayableOf>>;

/** Returns the fields that decide about the movement of a payable: a forecast keeps them of every open one, and no others. */
export const openPayableOf = (it: Payable) => ({
  id: it.id,
  status: it.status,
  direction: it.direction,
  senderBusinessId: it.senderBusinessId,
  payerBusinessId: it.payerBusinessId,
  connectionId: it.connectionId,
  payeeName: it.payeeName,
  payerName: it.payerName,
  amount: it.amount,
  dueDate: it.dueDate,
  invoiceNumber: it.invoiceNumber,
  activePaymentId: it.activePaymentId,
  paymentStatus: it.paymentStatus,
  lastPaymentFailure: it.lastPaymentFailure,
  scheduledDate: it.scheduledDate,
  estimatedSettlementDate: it.estimatedSettlementDate,
});
