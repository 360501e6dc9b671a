import type { Context } from '../../cli/context.ts';
import { mapConcurrent } from '../../cli/map-concurrent.ts';
import { payable } from '../../contract/payable.ts';
import type { PaymentRow } from './result-rows.ts';

/** A row, and how its payable stands after it was paid. */
export interface PaymentRowWithStatus extends PaymentRow {
  readonly payableStatus: string | null;
}

const AT_ONCE = 8;

/**
 * Reads every payable that was paid once more. A service that did not know the field of the date may be paying now: that
 * is said at once. What cannot be read changes nothing about what was paid.
 */
export async function readBack(
  context: Context,
  rows: readonly PaymentRow[],
  businessId: string,
): Promise<PaymentRowWithStatus[]> {
  const shown = await mapConcurrent(rows, AT_ONCE, async (it) => ({
    ...it,
    payableStatus: it.outcome === 'applied' ? await statusOf(context, it, businessId) : null,
  }));
  for (const it of shown) {
    const { outcome, scheduledDate, payableStatus } = it;
    if (outcome !== 'applied' || scheduledDate === null || payableStatus === null) continue;
    if (payableStatus !== 'SCHEDULED') context.notice(paidEarly(it));
  }
  return shown;
}

async function statusOf(
  context: Context,
  { payableId }: PaymentRow,
  businessId: string,
): Promise<string | null> {
  if (context.host.interrupted.aborted) return null;
  try {
    const params = { businessId, payableId };
    return (await context.call(payable.get, { params })).status ?? null;
  } catch {
    return null;
  }
}

const paidEarly = ({ payableId, payableStatus, scheduledDate, paymentId }: PaymentRowWithStatus) =>
  `Payable ${payableId} is ${payableStatus}, not SCHEDULED: it may be paid now instead of on ${scheduledDate}. To cancel the payment: remit pay cancel ${paymentId}`;
