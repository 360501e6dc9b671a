import { payable } from '../../contract/payable.ts';
import type { IntentDraft } from '../../journal/intent-draft.ts';
import { stateOf } from '../../journal/payment-ended.ts';
import type { CallContext } from './send-context.ts';

/**
 * Learns, once for each service, whether a payment shows on its payable at once: only where that was seen is its absence
 * evidence that a payment in doubt was not made. What cannot be read changes nothing about what was paid.
 */
export async function detectCapabilities(
  means: CallContext,
  draft: IntentDraft,
  body: unknown,
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
  const { status, activePaymentId } = stateOf(shown);
  if (status !== 'APPROVED' || typeof activePaymentId === 'string') {
    await journal.recordCapability(origin, 'payment-shows');
  }
}

/** A date shows on the payable whatever the service does with a payment of today. */
function isScheduled(body: unknown): boolean {
  const { scheduledDate, payments } = stateOf(body);
  return Boolean(scheduledDate) || (Array.isArray(payments) && payments.some(isScheduled));
}
