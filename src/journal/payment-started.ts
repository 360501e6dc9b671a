import { momentOf, type Shown, stateOf, typeOf } from './payment-ended.ts';
import type { Doubt } from './unresolved.ts';

/** A payment that the service shows on a payable. */
export interface Begun {
  /** What shows it, as a sentence. */
  readonly what: string;
  readonly paymentId?: string | undefined;
}

/**
 * What shows that a payment of the payable began since the intent was sent; undefined when nothing does. Payments of other
 * intents do not count. Moments are compared on the service's own clock where the journal knows it.
 */
export function paymentBegun(doubt: Doubt, { payable, activity }: Shown): Begun | undefined {
  const { activePaymentId, paymentId, status } = stateOf(payable);
  const isOurs = (id: unknown) => typeof id !== 'string' || !doubt.others.includes(id);
  const entry = activity.find((it) => beginnings.test(typeOf(it)) && isSince(it, doubt));
  const logged = entry === undefined ? undefined : paymentIdIn(entry);
  if (entry !== undefined && isOurs(logged)) {
    return { what: `The activity log shows it: ${typeOf(entry)}.`, paymentId: logged };
  }
  if (typeof activePaymentId === 'string' && isOurs(activePaymentId)) {
    return { what: `The payable names payment ${activePaymentId}.`, paymentId: activePaymentId };
  }
  const moved = status === 'PAID' || status === 'SCHEDULED';
  return moved && doubt.before['status'] === 'APPROVED' && isOurs(activePaymentId ?? paymentId)
    ? { what: `The payable was APPROVED before, and is ${status}.` }
    : undefined;
}

const beginnings = /payment(initiated|scheduled|held|processing|completed)$/i;

/** The service's clock is known to the second. */
function isSince(entry: unknown, { serviceTime, sentAt, createdAt }: Doubt): boolean {
  const sent = Math.floor(Date.parse(serviceTime ?? sentAt ?? createdAt) / 1000) * 1000;
  return momentOf(entry) >= sent;
}

function paymentIdIn(entry: unknown): string | undefined {
  const { paymentId } = stateOf(entry);
  const { paymentId: nested } = stateOf(stateOf(entry)['metadata']);
  const found = paymentId ?? nested;
  return typeof found === 'string' ? found : undefined;
}
