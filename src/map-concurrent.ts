/**
 * Runs `work` for every item, at most `limit` at once. Returns the results in the order of the items. After a failure no
 * further item is started, and that failure is thrown.
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [at, item] of remaining) {
      if (failed) return;
      results[at] = await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
