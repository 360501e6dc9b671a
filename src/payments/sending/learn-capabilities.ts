import { payable } from '../../contract/payable.ts';
import type { IntentDraft } from '../../journal/intent-draft.ts';
import { stateOf } from '../../journal/payment-ended.ts';
import type { CallContext } from './send-context.ts';

/**
 * Records, once per origin, whether this service shows a payment on its payable immediately.
 *
 * A missing payment proves that an unknown outcome was not applied only for such services. Throws read errors, which do
 * not affect the payment.
 */
export async function detectCapabilities(
  context: CallContext,
  draft: IntentDraft,
  body: unknown,
): Promise<void> {
  const { operation, origin, payableId: onlyPayableId, payableIds = [] } = draft;
  const isPayment = operation === 'pay.initiate' || operation === 'pay.bulkInitiate';
  const payableId = onlyPayableId ?? payableIds[0];
  const businessId = context.business();
  if (!isPayment || !payableId || !businessId || isScheduled(body)) return;
  const journal = await context.journal();
  if (await journal.hasCapability(origin, 'payment-shows')) return;
  const params = { businessId, payableId };
  const current = await context.connection.client.call(payable.get, { params });
  const { status, activePaymentId } = stateOf(current);
  if (status !== 'APPROVED' || typeof activePaymentId === 'string') {
    await journal.recordCapability(origin, 'payment-shows');
  }
}

/** Reports whether a payment has a scheduled date, which shows on the payable even if the service pays later. */
function isScheduled(body: unknown): boolean {
  const { scheduledDate, payments } = stateOf(body);
  return Boolean(scheduledDate) || (Array.isArray(payments) && payments.some(isScheduled));
}
