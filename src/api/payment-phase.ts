/** The phase of the payment of a payable. */

import type { Payable } from './operations/payable.ts';

/** The states of a payment that has not ended. */
export const IN_FLIGHT_STATUSES: ReadonlySet<string> = new Set([
  ...['SCHEDULED', 'HELD', 'PENDING', 'PROCESSING'],
]);

/** A phase; `none` also where the payment has ended. */
export type PaymentPhase = 'none' | 'cancellable' | 'started';

type Fields = Partial<Pick<Payable, 'status' | 'paymentStatus' | 'activePaymentId'>>;

/** Reports whether a payment of the payable is in flight; one that is held is. */
export const isPaymentInFlight = (payable: Fields | undefined): boolean =>
  payable !== undefined &&
  payable.status !== 'PAID' &&
  (payable.status === 'SCHEDULED' ||
    Boolean(payable.activePaymentId) ||
    IN_FLIGHT_STATUSES.has(payable.paymentStatus?.toUpperCase() ?? ''));

/** Reports whether the payment of the payable can still be cancelled: it is scheduled or held. */
export const isPaymentCancellable = ({ paymentStatus, status }: Fields): boolean =>
  ['SCHEDULED', 'HELD'].includes(paymentStatus?.toUpperCase() ?? status ?? '');

/** Returns the phase of the payment of a payable; a member that is missing counts as empty. */
export function paymentPhaseOf(payable: Fields): PaymentPhase {
  if (isPaymentCancellable(payable)) return 'cancellable';
  return isPaymentInFlight(payable) ? 'started' : 'none';
}
