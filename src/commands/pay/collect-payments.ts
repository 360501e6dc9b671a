/** Payments, collected from the payables that show them and from the journal. */

import type { Context } from '../../cli/context.ts';
import { directionOf } from '../../cli/payable/describe-payable.ts';
import { toDollars } from '../../contract/money.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import type { JournaledPayment } from '../../journal/journaled-payments.ts';

/** A payment as far as it is known. Amount in dollars. */
export interface KnownPayment {
  readonly paymentId: string | null;
  /** As its payable shows it; `null` if only the journal knows the payment. */
  readonly status: string | null;
  readonly amount: number | null;
  readonly direction: string | null;
  readonly payableId: string | null;
  readonly invoiceNumber: string | null;
  readonly payeeName: string | null;
  readonly payerName: string | null;
  readonly connectionId: string | null;
  readonly scheduledDate: string | null;
  readonly estimatedSettlementDate: string | null;
  readonly paidAt: string | null;
  /** The ACH return code of a failed payment, its reason and its time. */
  readonly failureCode: string | null;
  readonly failureReason: string | null;
  readonly failedAt: string | null;
  /** The intent of the journal that made it, its outcome and its time. */
  readonly intentId: string | null;
  readonly outcome: JournaledPayment['outcome'] | null;
  readonly sentAt: string | null;
}

/** Payments, and whether the service shows payments on its payables at all. */
export interface CollectedPayments {
  readonly payments: readonly KnownPayment[];
  readonly areShown: boolean;
}

/**
 * Collects the payments of a business: of each payable the newest one, and the last one that failed; then those that
 * only the journal knows, newest first.
 */
export async function collectPayments(
  context: Context,
  businessId: string,
): Promise<CollectedPayments> {
  const journaled = (await (await context.journal()).listPayments(context.destination())).filter(
    (it) => it.businessId === null || it.businessId === businessId,
  );
  const ofPayable = groupByPayable(journaled);
  const payments: KnownPayment[] = [];
  let [isAnyPayable, areShown] = [false, false];
  const all = context.records<Payable>(payable.list, { params: { businessId } });
  for await (const it of all) {
    isAnyPayable = true;
    areShown ||= it.paymentStatus !== undefined || it.activePaymentId !== undefined;
    payments.push(...paymentsOf(it, businessId, ofPayable.get(it.id) ?? []));
  }
  const known = new Set(payments.flatMap((it) => [it.paymentId, it.intentId]));
  const others = journaled.filter((it) => !known.has(it.paymentId ?? it.intentId));
  return {
    payments: [...payments, ...others.map(fromJournal)],
    areShown: areShown || !isAnyPayable,
  };
}

function groupByPayable(journaled: readonly JournaledPayment[]) {
  const groups = new Map<string | null, JournaledPayment[]>();
  for (const it of journaled) {
    const group = groups.get(it.payableId);
    if (group) group.push(it);
    else groups.set(it.payableId, [it]);
  }
  return groups;
}

/** Returns the newest payment of a payable, and the last one that failed if that is another. */
function paymentsOf(
  it: Payable,
  businessId: string,
  own: readonly JournaledPayment[],
): KnownPayment[] {
  const sides = payableFields(it, businessId);
  const newest = newestOf(it, own);
  const failure = it.lastPaymentFailure;
  const failed =
    failure?.paymentId && failure.paymentId !== newest?.paymentId
      ? {
          ...paymentFields(failure.paymentId, failure.status, own),
          ...failureFields(failure),
          ...NO_DATES,
        }
      : undefined;
  return [newest, failed].flatMap((payment) => (payment ? { ...sides, ...payment } : []));
}

/** Returns the newest payment, as its payable shows it; `undefined` if there is none. */
function newestOf(it: Payable, own: readonly JournaledPayment[]) {
  if (!it.paymentStatus && !it.activePaymentId) return undefined;
  const { lastPaymentFailure: failure, paymentStatus } = it;
  const hasFailed = ['FAILED', 'RETURNED', 'CANCELLED'].includes(paymentStatus ?? '');
  const shown = it.activePaymentId ?? (hasFailed ? failure?.paymentId : undefined);
  // A payable does not show the id of a completed payment: the journal may know it.
  const paymentId = shown ?? newestApplied(own, failure?.paymentId);
  return {
    ...paymentFields(paymentId, paymentStatus, own),
    ...failureFields(hasFailed && failure?.paymentId === paymentId ? failure : undefined),
    scheduledDate: it.scheduledDate ?? null,
    estimatedSettlementDate: it.estimatedSettlementDate ?? null,
    paidAt: paymentStatus === 'COMPLETED' ? (it.paidAt ?? null) : null,
  };
}

const newestApplied = (own: readonly JournaledPayment[], failed: string | null | undefined) =>
  own.find(({ outcome, paymentId }) => outcome === 'applied' && paymentId !== failed)?.paymentId ??
  null;

const NO_DATES = { scheduledDate: null, estimatedSettlementDate: null, paidAt: null };

const paymentFields = (
  paymentId: string | null,
  status: string | null | undefined,
  own: readonly JournaledPayment[],
) => ({
  paymentId,
  status: status ?? null,
  ...journalFields(own.find((sent) => paymentId !== null && sent.paymentId === paymentId)),
});

const payableFields = (it: Payable, businessId: string) => ({
  amount: it.amount ?? null,
  direction: directionOf(it, businessId),
  payableId: it.id,
  invoiceNumber: it.invoiceNumber ?? null,
  payeeName: it.payeeName ?? null,
  payerName: it.payerName ?? null,
  connectionId: it.connectionId ?? null,
});

const failureFields = (failure: Payable['lastPaymentFailure']) => ({
  failureCode: failure?.code ?? null,
  failureReason: failure?.reason ?? null,
  failedAt: failure?.at ?? null,
});

const journalFields = (sent: JournaledPayment | undefined) => ({
  intentId: sent?.intentId ?? null,
  outcome: sent?.outcome ?? null,
  sentAt: sent?.sentAt ?? null,
});

const fromJournal = (it: JournaledPayment): KnownPayment => ({
  paymentId: it.paymentId,
  status: null,
  amount: it.cents === null ? null : toDollars(it.cents),
  direction: 'received',
  payableId: it.payableId,
  invoiceNumber: null,
  payeeName: null,
  payerName: null,
  connectionId: it.connectionId,
  ...NO_DATES,
  ...failureFields(undefined),
  ...journalFields(it),
});
