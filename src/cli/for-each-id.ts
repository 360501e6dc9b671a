import { DryRunError, PartialFailureError, type PlannedRequest } from './errors.ts';

/** What became of one of several items that failed: printed in its place. */
export interface FailedItem {
  readonly id: string;
  readonly error: unknown;
}

/**
 * Does the same for every id, in order, going on after a failure. One id gives one record, several an array in their
 * order. Throws the failure itself for one id, `PartialFailureError` for several, `DryRunError` with every planned request.
 */
export async function forEachId<Item>(
  ids: readonly string[],
  work: (id: string) => Promise<Item>,
): Promise<Item | (Item | FailedItem)[]> {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return work(only);

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
