import type { Payable } from '../../api/operations/payable.ts';
import { DryRunError, PartialFailureError, type PlannedRequest } from '../../money/errors.ts';

/** A payable that could not be changed, printed in its place among the results. */
export interface FailedItem {
  readonly id: string;
  readonly error: unknown;
}

/**
 * Runs `work` for every payable in order, and goes on after a failure. Returns one record for one payable, and an array
 * in the order of the payables for several.
 *
 * @throws {PartialFailureError} if any of several fails; for one its own error.
 * @throws {DryRunError} with all planned requests.
 */
export async function forEachPayable<Item>(
  payables: readonly Payable[],
  work: (it: Payable) => Promise<Item>,
): Promise<Item | (Item | FailedItem)[]> {
  const [only, ...others] = payables;
  return only && others.length === 0 ? work(only) : forSelectedPayables(payables, work);
}

/** As `forEachPayable`, but returns an array however many payables there are. */
export async function forSelectedPayables<Item>(
  payables: readonly Payable[],
  work: (it: Payable) => Promise<Item>,
): Promise<(Item | FailedItem)[]> {
  const results: (Item | FailedItem)[] = [];
  const failures: unknown[] = [];
  const planned: PlannedRequest[] = [];
  for (const it of payables) {
    try {
      results.push(await work(it));
    } catch (error) {
      if (error instanceof DryRunError) {
        planned.push(...error.requests);
        continue;
      }
      results.push({ id: it.id, error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new PartialFailureError(results, failures);
  if (planned.length > 0) throw new DryRunError(planned);
  return results;
}
