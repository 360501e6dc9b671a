import type { Payable } from '../../contract/payable.ts';
import { isId } from '../flags/value-parsers.ts';
import { isPaymentCancellable } from './describe-payable.ts';

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

const dated = (words: string, date: string | null | undefined): string =>
  date ? `${words} ${date.slice(0, 10)}` : '';
