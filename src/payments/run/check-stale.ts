import { GuardError } from '../../cli/errors.ts';
import type { Payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';
import { centsOwed, type PlannedPayment } from '../batches/planned-payment.ts';

/** A payment of a plan, and its payable as it is now. */
export interface PlannedWithCurrent {
  readonly planned: PlannedPayment;
  readonly now: Payable | undefined;
}

/** Tells whether a payable was paid, or is being paid. */
export const isPaid = (it: Payable | undefined): boolean =>
  it?.status === 'PAID' || isPaymentInFlight(it);

/** Tells whether a payment of it is under way: it is left out of what is sent. */
export const isPaymentInFlight = (it: Payable | undefined): boolean =>
  it !== undefined &&
  it.status !== 'PAID' &&
  (it.status === 'SCHEDULED' ||
    Boolean(it.activePaymentId) ||
    ['PENDING', 'PROCESSING', 'SCHEDULED', 'HELD'].includes(it.paymentStatus ?? ''));

/** Throws `GuardError` naming every payable that is another than the plan says: in state, amount or payee. */
export function assertFresh(readings: readonly PlannedWithCurrent[]): void {
  const changed = readings.flatMap(({ planned, now }) => {
    const why = differences(planned, now);
    return why.length === 0
      ? []
      : [`row ${planned.row}: payable ${planned.payableId} ${why.join(', ')}`];
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
    differing('is', now.status ?? null, planned.status),
    differing('has the amount', cents === undefined ? null : usd(cents), usd(planned.cents)),
    differing('has the payee', payeeId, planned.payeeId),
    differing('has the payee name', now.payeeName ?? null, planned.payeeName),
  ].filter((it) => it !== null);
}

const differing = (verb: string, now: string | null, then: string | null): string | null =>
  now === then ? null : `${verb} ${now ?? 'nothing'}, but was planned with ${then ?? 'nothing'}`;
