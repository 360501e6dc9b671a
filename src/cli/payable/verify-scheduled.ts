import { type Payable, payable } from '../../contract/payable.ts';
import type { Context } from '../context.ts';

/** A payment that was ordered for a date. */
export interface ScheduledPayment {
  readonly businessId: string;
  readonly payableId: string;
  readonly paymentId: string | null | undefined;
  readonly on: string;
}

/**
 * Reads back the payable of a payment that was ordered for a date. A service that did not know the field of the date may be
 * paying now: then this is what to say at once. What cannot be read changes nothing about what was paid. Never throws.
 */
export async function checkScheduledDate(
  context: Context,
  it: ScheduledPayment,
): Promise<string | undefined> {
  const { businessId, payableId } = it;
  const params = { businessId, payableId };
  const now = await context.call(payable.get, { params }).catch(() => undefined);
  return now?.status === 'SCHEDULED' ? undefined : wordsFor(it, now);
}

function wordsFor(
  { payableId, paymentId, on }: ScheduledPayment,
  now: Payable | undefined,
): string {
  return now
    ? `The payable is ${now.status ?? 'without a status'}, not SCHEDULED: it may be paid now instead of on ${on}. To cancel the payment: remit pay cancel ${paymentId ?? now.activePaymentId ?? '<payment>'}`
    : `The payment was created, but its payable could not be read: check with remit payable get ${payableId} that it is SCHEDULED.`;
}
