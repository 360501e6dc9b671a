import { isId } from '../../api/id-or-name.ts';
import { centsOf } from '../../api/money.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { isPaymentCancellable } from '../../api/payment-phase.ts';
import { dateIn } from '../../api/schema/field-types.ts';
import { type Cuttable, cuttable } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import { otherIdsOf, quotedName } from './same-number.ts';

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

/** Reports whether a payable has a direction as a business sees it; `true` if its direction is not known. */
export function mayHaveDirection(
  it: Payable,
  direction: 'sent' | 'received' | undefined,
  businessId: string,
): boolean {
  const known = directionOf(it, businessId);
  return direction === undefined || known === null || known === direction;
}

export interface PaymentInWords {
  /** A clause without an end: `pmt_1 is scheduled for 2026-04-04`. */
  readonly text: string;
  readonly next: readonly string[];
}

/** Describes the payment of a payable that is in flight or made; `undefined` if the service shows none. */
export function describePayment(payable: Payable): PaymentInWords | undefined {
  const { id, status, activePaymentId, paymentStatus } = payable;
  const show = isId(id) ? [`remit payable get ${id}`] : [];
  if (status === 'PAID') {
    return { text: `payable ${id} was paid${dated(' on', payable.paidAt)}`, next: show };
  }
  const text = states[paymentStatus?.toUpperCase() ?? status ?? '']?.(payable);
  if (text === undefined) return undefined;
  const canCancel = activePaymentId && isId(activePaymentId) && isPaymentCancellable(payable);
  return {
    text: `${activePaymentId ?? `the payment of ${id}`} ${text}`,
    next: canCancel ? [`remit pay cancel ${activePaymentId}`] : show,
  };
}

const states: Readonly<Record<string, (payable: Payable) => string>> = {
  SCHEDULED: ({ scheduledDate }) => `is scheduled${dated(' for', scheduledDate)}`,
  HELD: () => 'is held for review',
  PENDING: onItsWay,
  PROCESSING: onItsWay,
};

function onItsWay({ estimatedSettlementDate }: Payable): string {
  return `is on its way${dated(', estimated settlement', estimatedSettlementDate)}`;
}

/** Returns words with the day of a date; `''` without one, and for a text of the service that is no date. */
function dated(words: string, date: string | null | undefined): string {
  const day = dateIn(date);
  return day === undefined ? '' : `${words} ${day}`;
}
