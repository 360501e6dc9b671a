/** Reads payables again after a batch, to detect a scheduled payment that was made at once. */

import type { Context } from '../../cli/context.ts';
import { mapConcurrent } from '../../cli/map-concurrent.ts';
import { nextLine } from '../../cli/next-line.ts';
import { payable } from '../../contract/payable.ts';
import type { PaymentRow } from './result-rows.ts';

/** A result row with the status of its payable after the payment. */
export interface PaymentRowWithStatus extends PaymentRow {
  readonly payableStatus: string | null;
}

const CONCURRENCY = 8;

/**
 * Reads the payable of every applied row again, 8 at a time.
 *
 * Prints a notice for a row with a scheduled date whose payable is not `SCHEDULED`: a service that ignores the date
 * field may be paying now. A payable that cannot be read has the status `null`; the payment itself is not affected.
 */
export async function readBack(
  context: Context,
  rows: readonly PaymentRow[],
  businessId: string,
): Promise<PaymentRowWithStatus[]> {
  const checked = await mapConcurrent(rows, CONCURRENCY, async (row) => ({
    ...row,
    payableStatus: row.outcome === 'applied' ? await statusOf(context, row, businessId) : null,
  }));
  for (const row of checked) {
    const { outcome, scheduledDate, payableStatus } = row;
    if (outcome !== 'applied' || scheduledDate === null || payableStatus === null) continue;
    if (payableStatus !== 'SCHEDULED')
      context.notice(nextLine(paidEarly(row), context.system.argv));
  }
  return checked;
}

async function statusOf(
  context: Context,
  { payableId }: PaymentRow,
  businessId: string,
): Promise<string | null> {
  if (payableId === null || context.system.interrupted.aborted) return null;
  try {
    const params = { businessId, payableId };
    const { client } = await context.connection();
    return (await client.call(payable.get, { params }, { sharesConnection: true })).status ?? null;
  } catch {
    return null;
  }
}

const paidEarly = ({ payableId, payableStatus, scheduledDate, paymentId }: PaymentRowWithStatus) =>
  `Payable ${payableId} is ${payableStatus}, not SCHEDULED: it may be paid now instead of on ${scheduledDate}. To cancel the payment: remit pay cancel ${paymentId}`;
