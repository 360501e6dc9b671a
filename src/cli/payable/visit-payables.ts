import { type Payable, type PayableStatus, payable } from '../../api/operations/payable.ts';
import type { Context } from '../context.ts';
import { visitAll } from '../list/arrange-records.ts';

/**
 * Reads the payables of a business in these statuses, one status after the other, and calls `visit` for each while the
 * next pages are on their way. One whose status changes between two reads is visited twice, never missed, if the
 * statuses are in the order of its life.
 */
export async function visitPayables(
  context: Context,
  businessId: string,
  statuses: readonly PayableStatus[],
  visit: (it: Payable) => void,
): Promise<void> {
  for (const status of statuses) {
    const input = { params: { businessId }, query: { status } };
    await visitAll(context.records<Payable>(payable.list, input), visit);
  }
}
