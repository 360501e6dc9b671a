import { payable } from '../../contract/payable.ts';
import { asRecord } from '../../is-record.ts';
import type { PreparedRequest } from '../prepare.ts';
import type { CallContext } from './send-context.ts';

/**
 * Records, once per origin, whether this service shows a payment on its payable immediately.
 *
 * A missing payment proves that an unknown outcome was not applied only for such services. Throws read errors, which do
 * not affect the payment.
 */
export async function detectCapabilities(
  means: CallContext,
  { draft, body }: PreparedRequest,
): Promise<void> {
  const { operation, origin, payableId: one, payableIds = [] } = draft;
  const isPayment = operation === 'pay.initiate' || operation === 'pay.bulkInitiate';
  const payableId = one ?? payableIds[0];
  const businessId = means.business();
  if (!isPayment || !payableId || !businessId || isScheduled(body)) return;
  const journal = await means.journal();
  if (await journal.hasCapability(origin, 'payment-shows')) return;
  const params = { businessId, payableId };
  const shown = await means.connection.client.call(payable.get, { params });
  const { status, activePaymentId } = asRecord(shown);
  const hasMoved = typeof status === 'string' && status !== 'APPROVED';
  if (hasMoved || typeof activePaymentId === 'string') {
    await journal.recordCapability(origin, 'payment-shows');
  }
}

/** Reports whether a payment has a scheduled date, which shows on the payable even if the service pays later. */
function isScheduled(body: unknown): boolean {
  const { scheduledDate, payments } = asRecord(body);
  return Boolean(scheduledDate) || (Array.isArray(payments) && payments.some(isScheduled));
}
