import type { Context } from '../../cli/context.ts';
import { toDollars } from '../../contract/money.ts';
import { payableCountText } from '../preview.ts';
import { isPaymentInFlight } from '../run/check-stale.ts';
import type { PayableLookup } from './fetch-payables.ts';
import { centsOwed } from './planned-payment.ts';
import type { PaymentRowWithStatus } from './verify-scheduled.ts';

/** Splits rows into those that may be paid and those whose payment is in flight. */
export function splitInFlight(looks: readonly PayableLookup[]): {
  readonly open: readonly PayableLookup[];
  readonly inFlight: readonly PayableLookup[];
} {
  return {
    open: looks.filter(({ payable }) => !isPaymentInFlight(payable)),
    inFlight: looks.filter(({ payable }) => isPaymentInFlight(payable)),
  };
}

/** Says which rows are left out because their payment is in flight, and that nothing is left where it is so. */
export function noticeInFlight(
  context: Context,
  inFlight: readonly PayableLookup[],
  open: number,
): void {
  if (inFlight.length > 0) {
    const ids = inFlight.map(({ wanted }) => wanted.payableId);
    const named = ids.slice(0, 20).join(', ');
    const more = ids.length > 20 ? ` and ${ids.length - 20} more` : '';
    context.notice(`Skipped, payment in flight: ${payableCountText(ids.length)} (${named}${more})`);
  }
  if (open === 0) context.notice('Nothing to pay. Nothing was sent.');
}

/** A row that was left out, as the result shows it. */
export const inFlightRow = ({ wanted, payable }: PayableLookup): PaymentRowWithStatus => {
  const cents = payable && centsOwed(payable);
  return {
    row: wanted.row,
    ref: wanted.ref ?? null,
    payableId: wanted.payableId,
    outcome: 'skipped',
    paymentId: payable?.activePaymentId ?? null,
    status: payable?.paymentStatus ?? null,
    amount: cents === undefined ? null : toDollars(cents),
    payeeName: payable?.payeeName ?? null,
    invoiceNumber: payable?.invoiceNumber ?? null,
    connectionId: payable?.connectionId ?? null,
    fundingSourceId: wanted.fundingSourceId ?? null,
    clearingSpeed: null,
    scheduledDate: null,
    estimatedSettlementDate: null,
    error: 'skipped: payment in flight',
    payableStatus: payable?.status ?? null,
  };
};
