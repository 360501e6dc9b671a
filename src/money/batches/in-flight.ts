/** Rows whose payable already has a payment in flight: they are left out of a batch. */

import { toDollars } from '../../api/money.ts';
import { isPaymentInFlight } from '../../api/payment-phase.ts';
import { centsIn } from '../../render/money.ts';
import { paidCountText } from '../gate/describe-run.ts';
import type { RunPort } from '../port.ts';
import type { PayableLookup } from './fetch-payables.ts';
import type { PaymentRow } from './result-rows.ts';

/** Splits rows into those that can be paid and those with a payment in flight. */
export function splitInFlight(lookups: readonly PayableLookup[]): {
  readonly open: readonly PayableLookup[];
  readonly inFlight: readonly PayableLookup[];
} {
  return {
    open: lookups.filter(({ payable }) => !isPaymentInFlight(payable)),
    inFlight: lookups.filter(({ payable }) => isPaymentInFlight(payable)),
  };
}

/** Prints a notice that names the skipped rows, the first 20 by id. */
export function noticeInFlight(context: RunPort, inFlight: readonly PayableLookup[]): void {
  if (inFlight.length === 0) return;
  const ids = inFlight.map(({ input }) => input.payableId);
  const named = ids.slice(0, 20).join(', ');
  const ending = ids.length > 20 ? ` and ${ids.length - 20} more` : '';
  context.notice(`Skipped, payment in flight: ${paidCountText(ids.length)} (${named}${ending})`);
}

/** Returns the result row of a skipped payment. */
export const inFlightRow = ({ input, payable }: PayableLookup): PaymentRow => {
  const cents = centsIn(payable?.amount);
  return {
    row: input.row,
    ref: input.ref ?? null,
    payableId: input.payableId,
    outcome: 'skipped',
    paymentId: payable?.activePaymentId ?? null,
    status: payable?.paymentStatus ?? null,
    amount: cents === undefined ? null : toDollars(cents),
    payeeName: payable?.payeeName ?? null,
    invoiceNumber: payable?.invoiceNumber ?? null,
    connectionId: payable?.connectionId ?? null,
    fundingSourceId: input.fundingSourceId ?? null,
    clearingSpeed: null,
    scheduledDate: null,
    estimatedSettlementDate: null,
    error: 'skipped: payment in flight',
    payableStatus: payable?.status ?? null,
  };
};
