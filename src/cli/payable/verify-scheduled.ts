import { type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../context.ts';

/** A payment that was requested for a date. */
export interface ScheduledPayment {
  readonly businessId: string;
  readonly payableId: string;
  readonly paymentId: string | null | undefined;
  /** Eastern date, `YYYY-MM-DD`. */
  readonly on: string;
}

/**
 * Reads the payable of a payment that was requested for a date. Returns a warning unless it is SCHEDULED: a service
 * that does not know the field of the date may be paying now. Never throws, since a read error does not change the
 * payment.
 */
export async function checkScheduledDate(
  context: Context,
  payment: ScheduledPayment,
): Promise<string | undefined> {
  const { businessId, payableId } = payment;
  const params = { businessId, payableId };
  const now = await context.call(payable.get, { params }).catch(() => undefined);
  return now?.status === 'SCHEDULED' ? undefined : describeStatus(payment, now);
}

function describeStatus(
  { payableId, paymentId, on }: ScheduledPayment,
  now: Payable | undefined,
): string {
  return now
    ? `The payable is ${now.status ?? 'without a status'}, not SCHEDULED: it may be paid now instead of on ${on}. To cancel the payment: remit pay cancel ${paymentId ?? now.activePaymentId ?? '<payment>'}`
    : `The payment was created, but its payable could not be read: check with remit payable get ${payableId} that it is SCHEDULED.`;
}
