import type { Payable } from '../../api/operations/payable.ts';
import { isPaymentCancellable, isPaymentInFlight } from '../../api/payment-phase.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import { step } from '../steps.ts';

/** Returns the steps that a business can take with a payable in its present state. */
export function stepsFor(it: Payable, businessId: string): readonly string[] {
  if (isPaymentInFlight(it)) {
    const payment = isPaymentCancellable(it) ? it.activePaymentId : undefined;
    return payment ? [step('cancel_payment', { payment })] : [];
  }
  const isSent = directionOf(it, businessId) === 'sent';
  if (isSent) return isOutstanding(it) ? [step('send_reminder', { payable: it.id })] : [];
  if (it.status === 'SUBMITTED') {
    return (['approve', 'decline'] as const).map((decision) =>
      step('approve_or_decline', { payable: it.id, decision }),
    );
  }
  if (it.status !== 'APPROVED') return [];
  return [
    it.lastPaymentFailure
      ? step('explain_failure', { payable: it.id })
      : step('pay', { payables: [it.id] }),
  ];
}

const isOutstanding = ({ status }: Payable): boolean =>
  status === 'SUBMITTED' || status === 'APPROVED';

/** Returns the identifying fields of a payable, its state and that of its payment. */
export const payableRow = (it: Payable, businessId: string) => ({
  id: it.id,
  invoiceNumber: it.invoiceNumber,
  direction: directionOf(it, businessId),
  status: it.status,
  amount: it.amount,
  dueDate: it.dueDate,
  payeeName: it.payeeName,
  payerName: it.payerName,
  paymentStatus: it.paymentStatus,
  connectionId: it.connectionId,
});
