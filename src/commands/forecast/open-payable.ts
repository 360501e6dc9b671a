/** The part of an open payable that a forecast needs. */

import type { Payable } from '../../contract/payable.ts';

/** The fields of a payable that decide about its movement. A forecast keeps them of every open payable, and no others. */
export type OpenPayable = Pick<
  Payable,
  | 'id'
  | 'status'
  | 'direction'
  | 'senderBusinessId'
  | 'payerBusinessId'
  | 'connectionId'
  | 'payeeName'
  | 'payerName'
  | 'amount'
  | 'dueDate'
  | 'invoiceNumber'
  | 'activePaymentId'
  | 'paymentStatus'
  | 'lastPaymentFailure'
  | 'scheduledDate'
  | 'estimatedSettlementDate'
>;

/** Returns the fields of a payable that a forecast needs. */
export const openPayableOf = (it: Payable): OpenPayable => ({
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
