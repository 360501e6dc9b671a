import { centsOf } from '../../contract/money.ts';
import { IN_FLIGHT_STATUSES, type Payable } from '../../contract/payable.ts';
import { type Cuttable, cuttable } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import { quotedName } from './quoted-name.ts';
import { otherIdsOf } from './same-number.ts';

/** Describes a payable in words for a question: invoice number and id, amount, payee and payer. */
export function describePayable(payable: Payable): Cuttable {
  const { id, invoiceNumber, amount, payeeName, payerName } = payable;
  const others = otherIdsOf(payable);
  const party = (name: string) => quotedName(name, { own: others, others: [id] });
  const number = invoiceNumber && quotedName(invoiceNumber, { own: [id], others });
  const what = number ? cuttable`invoice ${number} (${id})` : cuttable`payable ${id}`;
  const amountText = typeof amount === 'number' ? cuttable`, ${usd(centsOf(amount))}` : '';
  const payer = payerName ? cuttable` to ${party(payerName)}` : '';
  const parties = payeeName ? cuttable`, from ${party(payeeName)}${payer}` : '';
  return cuttable`${what}${amountText}${parties}`;
}

/**
 * Reports whether the business sent the payable, so that it will be paid. Without a `direction`, the sender's id
 * decides.
 */
export const isSent = (
  { direction, senderBusinessId }: Pick<Payable, 'direction' | 'senderBusinessId'>,
  businessId: string,
): boolean =>
  direction === undefined || direction === null
    ? senderBusinessId === businessId
    : direction === 'sent';

/**
 * Returns the direction of a payable as a business sees it, from the businesses if the service does not say it; `null`
 * if neither is known.
 */
export function directionOf(it: Payable, businessId: string): string | null {
  if (it.direction) return it.direction;
  if (it.senderBusinessId) return it.senderBusinessId === businessId ? 'sent' : 'received';
  return it.payerBusinessId === businessId ? 'received' : null;
}

/** Reports whether a payment of the payable is in flight; one that is held is. */
export const isPaymentInFlight = (payable: Payable | undefined): boolean =>
  payable !== undefined &&
  payable.status !== 'PAID' &&
  (payable.status === 'SCHEDULED' ||
    Boolean(payable.activePaymentId) ||
    IN_FLIGHT_STATUSES.has(payable.paymentStatus?.toUpperCase() ?? ''));

/** Reports whether the payment of the payable can still be cancelled: it is scheduled or held. */
export const isPaymentCancellable = ({ paymentStatus, status }: Payable): boolean =>
  ['SCHEDULED', 'HELD'].includes(paymentStatus?.toUpperCase() ?? status ?? '');
