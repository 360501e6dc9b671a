/** Checks whether a planned payable changed after planning. */

import { GuardError } from '../../cli/errors.ts';
import { isPaymentInFlight } from '../../cli/payable/describe-payable.ts';
import type { Payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';
import { centsOwed, type PlannedPayment } from '../batches/planned-payment.ts';

/** A planned payment, and its payable as it is now; `undefined` if the service does not know it. */
export interface PlannedWithCurrent {
  readonly planned: PlannedPayment;
  readonly now: Payable | undefined;
}

/** Reports whether a payable is paid or has a payment in flight. */
export const isPaid = (payable: Payable | undefined): boolean =>
  payable?.status === 'PAID' || isPaymentInFlight(payable);

/**
 * Checks that every payable has the status, amount, payee and invoice number of the plan.
 *
 * @throws {GuardError} Naming every payable that changed.
 */
export function assertFresh(rows: readonly PlannedWithCurrent[]): void {
  const changed = rows.flatMap(({ planned, now }) => {
    const reasons = differences(planned, now);
    return reasons.length === 0
      ? []
      : [`row ${planned.row}: payable ${planned.payableId} ${reasons.join(', ')}`];
  });
  if (changed.length === 0) return;
  const count = changed.length === 1 ? '1 payable' : `${changed.length} payables`;
  throw new GuardError(
    'stale',
    [`The plan is outdated: ${count} changed since. Nothing was sent.`, ...changed],
    ['create it again: remit run plan'],
  );
}

function differences(planned: PlannedPayment, now: Payable | undefined): string[] {
  if (!now) return ['no longer exists'];
  const cents = centsOwed(now);
  const payeeId = now.senderBusinessId ?? now.businessId ?? null;
  return [
    differenceText('is', now.status ?? null, planned.status),
    differenceText('has the amount', cents === undefined ? null : usd(cents), usd(planned.cents)),
    differenceText('has the payee', payeeId, planned.payeeId),
    differenceText('has the payee name', now.payeeName ?? null, planned.payeeName),
    differenceText('has the invoice number', now.invoiceNumber ?? null, planned.invoiceNumber),
  ].filter((difference) => difference !== null);
}

const differenceText = (verb: string, now: string | null, planned: string | null): string | null =>
  now === planned
    ? null
    : `${verb} ${now ?? 'nothing'}, but was planned with ${planned ?? 'nothing'}`;
