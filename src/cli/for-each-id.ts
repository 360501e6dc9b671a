/** One action for several ids, which goes on after a failure. */

import { DryRunError, PartialFailureError, type PlannedRequest } from '../money/errors.ts';

/** An item that failed, printed in its place among the results. */
export interface FailedItem {
  readonly id: string;
  readonly error: unknown;
}

/**
 * Runs `work` for every id in order, and goes on after a failure. Returns one record for one id, and an array in the
 * order of the ids for several.
 *
 * @throws {PartialFailureError} if any of several fails; for one id its own error.
 * @throws {DryRunError} with all planned requests.
 */
export async function forEachId<Item>(
  ids: readonly string[],
  work: (id: string) => Promise<Item>,
): Promise<Item | (Item | FailedItem)[]> {
  const [onlyId, ...others] = ids;
  return onlyId !== undefined && others.length === 0 ? work(onlyId) : forSelectedIds(ids, work);
}

/**
 * Runs `work` for every id in order, and goes on after a failure. Returns an array in the order of the ids, however many
 * there are.
 *
 * @throws {PartialFailureError} if any fails.
 * @throws {DryRunError} with all planned requests.
 */
export async function forSelectedIds<Item>(
  ids: readonly string[],
  work: (id: string) => Promise<Item>,
): Promise<(Item | FailedItem)[]> {
  const results: (Item | FailedItem)[] = [];
  const failures: unknown[] = [];
  const planned: PlannedRequest[] = [];
  for (const id of ids) {
    try {
      results.push(await work(id));
    } catch (error) {
      if (error instanceof DryRunError) {
        planned.push(...error.requests);
        continue;
      }
      results.push({ id, error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new PartialFailureError(results, failures);
  if (planned.length > 0) throw new DryRunError(planned);
  return results;
}
