import { toDollars } from '../../api/money.ts';
import { type Activity, type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { allOf } from '../../cli/list/arrange-records.ts';
import { groupBy } from '../../group-by.ts';
import { asRecord } from '../../is-record.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import { paymentIdIn, typeOf } from '../../money/journal/activity-entries.ts';
import type { JournaledPayment } from '../../money/journal/journaled-payments.ts';
import { readOptional } from '../../runtime/read-optional.ts';

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
 * Collects the payments of a business: of each payable the newest one, and those that ended before it; then those that
 * only the journal knows, newest first.
 */
export async function collectPayments(
  context: Context,
  businessId: string,
): Promise<CollectedPayments> {
  const journaled = (await (await context.journal()).listPayments(context.destination())).filter(
    (it) => it.businessId === null || it.businessId === businessId,
  );
  const ofPayable = groupBy(journaled, ({ payableId }) => payableId);
  const paid: Payable[] = [];
  let [isAnyPayable, areShown] = [false, false];
  const all = context.records<Payable>(payable.list, { params: { businessId } });
  for await (const it of all) {
    isAnyPayable = true;
    areShown ||= it.paymentStatus !== undefined || it.activePaymentId !== undefined;
    if (it.paymentStatus || it.activePaymentId || it.lastPaymentFailure) paid.push(it);
  }
  const ended = await readEndedPayments(context, businessId, paid);
  const payments = paid.flatMap((it) =>
    paymentsOf(it, businessId, { own: ofPayable.get(it.id) ?? [], ended: ended.get(it.id) ?? [] }),
  );
  const known = new Set(payments.flatMap((it) => [it.paymentId, keyOf(it)]));
  const others = journaled.filter((it) => !known.has(it.paymentId ?? keyOf(it)));
  return {
    payments: [...payments, ...others.map(fromJournal)],
    areShown: areShown || !isAnyPayable,
  };
}

/** Identifies one payment of a request, whose id may not be known. */
const keyOf = ({ intentId, payableId }: Pick<KnownPayment, 'intentId' | 'payableId'>): string =>
  `${intentId} ${payableId}`;

/** The payments of one payable: those in the journal, and those that ended according to its log. */
interface PayablePayments {
  readonly own: readonly JournaledPayment[];
  readonly ended: readonly EndedPayment[];
}

/** Returns the newest payment of a payable, and those that ended before it. */
function paymentsOf(
  it: Payable,
  businessId: string,
  { own, ended }: PayablePayments,
): KnownPayment[] {
  const newest = newestOf(it, own);
  const { lastPaymentFailure: failure } = it;
  const last = failure?.paymentId
    ? {
        ...{ paymentId: failure.paymentId, status: failure.status ?? null },
        ...failureFields(failure),
      }
    : undefined;
  const earlier = [
    ...(last && !ended.some(({ paymentId }) => paymentId === last.paymentId) ? [last] : []),
    ...ended,
  ];
  const others = earlier
    .filter(({ paymentId }) => paymentId !== newest?.paymentId)
    .map((one) => ({
      ...one,
      ...journalFields(own.find(({ paymentId }) => paymentId === one.paymentId)),
      ...NO_DATES,
    }));
  const sides = payableFields(it, businessId);
  return [...(newest ? [newest] : []), ...others].map((one) => ({ ...sides, ...one }));
}

/** Returns the newest payment, as its payable shows it; `undefined` if there is none. */
function newestOf(it: Payable, own: readonly JournaledPayment[]) {
  if (!it.paymentStatus && !it.activePaymentId) return undefined;
  const { lastPaymentFailure: failure, paymentStatus, scheduledDate, estimatedSettlementDate } = it;
  const hasFailed = ['FAILED', 'RETURNED', 'CANCELLED'].includes(paymentStatus ?? '');
  const shown = it.activePaymentId ?? (hasFailed ? failure?.paymentId : undefined);
  const sent = sentAs(own, { shown, failed: failure?.paymentId, hasFailed });
  // A payable does not show the id of a completed payment: the journal may know it.
  const paymentId = shown ?? sent?.paymentId ?? null;
  return {
    ...{ paymentId, status: paymentStatus ?? null, ...journalFields(sent) },
    ...failureFields(hasFailed && failure?.paymentId === paymentId ? failure : undefined),
    ...datesOf({ scheduledDate, estimatedSettlementDate }),
    paidAt: (paymentStatus === 'COMPLETED' ? it.paidAt : null) ?? null,
  };
}

const datesOf = ({
  scheduledDate = null,
  estimatedSettlementDate = null,
}: Pick<Payable, 'scheduledDate' | 'estimatedSettlementDate'>) => ({
  scheduledDate,
  estimatedSettlementDate,
});

/**
 * Returns the request of the journal that made the newest payment of a payable: the one with its id. One whose payment the
 * service has not named to the journal made it if it is the newest, and the payment has not failed.
 */
function sentAs(
  own: readonly JournaledPayment[],
  { shown, failed, hasFailed }: ShownIds,
): JournaledPayment | undefined {
  const named = own.find(({ outcome, paymentId }) =>
    shown ? paymentId === shown : outcome === 'applied' && paymentId && paymentId !== failed,
  );
  const [newest] = own;
  return named ?? (newest?.paymentId === null && !hasFailed ? newest : undefined);
}

/** The ids that a payable shows: of its newest payment, and of the last one that failed. */
interface ShownIds {
  readonly shown: string | null | undefined;
  readonly failed: string | null | undefined;
  readonly hasFailed: boolean;
}

const NO_DATES = { scheduledDate: null, estimatedSettlementDate: null, paidAt: null };

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

/** A payment that ended without paying, as the log of its payable tells it. */
interface EndedPayment {
  readonly paymentId: string;
  readonly status: string;
  readonly failureCode: string | null;
  readonly failureReason: string | null;
  readonly failedAt: string | null;
}

const CONCURRENCY = 8;

/**
 * Reads the ended payments of each payable that had one, by the id of the payable, newest first: a payable itself shows only the
 * last one.
 */
async function readEndedPayments(
  context: Context,
  businessId: string,
  payables: readonly Payable[],
): Promise<ReadonlyMap<string, readonly EndedPayment[]>> {
  const failed = payables.filter(({ lastPaymentFailure }) => lastPaymentFailure);
  const logs = await mapConcurrent(failed, CONCURRENCY, ({ id: payableId }) =>
    readOptional(context, `The log of ${payableId}`, () =>
      allOf<Activity>(context.records(payable.activity, { params: { businessId, payableId } })),
    ),
  );
  return new Map(failed.map(({ id }, at) => [id, endedPayments(logs[at] ?? [])]));
}

function endedPayments(log: readonly Activity[]): readonly EndedPayment[] {
  const ended = new Map<string, EndedPayment>();
  for (const entry of log) {
    const paymentId = paymentIdIn(entry);
    const [, end] = /^payment(failed|returned|cancell?ed)$/i.exec(typeOf(entry)) ?? [];
    if (paymentId === undefined || end === undefined) continue;
    const { code, reason } = asRecord(entry.metadata);
    const status = end.toUpperCase();
    ended.set(paymentId, {
      paymentId,
      status: status === 'CANCELED' ? 'CANCELLED' : status,
      failureCode: typeof code === 'string' ? code : null,
      failureReason: typeof reason === 'string' ? reason : null,
      failedAt: entry.createdAt ?? null,
    });
  }
  return [...ended.values()].reverse();
}
