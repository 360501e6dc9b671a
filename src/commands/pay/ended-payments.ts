import { type Activity, type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { allOf } from '../../cli/list/arrange-records.ts';
import { asRecord } from '../../is-record.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import { paymentIdIn, typeOf } from '../../money/journal/activity-entries.ts';
import { readOptional } from '../../runtime/read-optional.ts';

/** A payment that ended without paying, as the log of its payable tells it. */
export interface EndedPayment {
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
export async function readEndedPayments(
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
