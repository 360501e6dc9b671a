/** The service's original values of records that were adapted to the contract. */

/** The original values, by adapted record, however often adapted. `--json` prints these. */
const sources = new WeakMap<object, unknown>();

/** Remembers the original value of an adapted record. Returns the record. */
export function attachOriginal<Adapted extends object>(adapted: Adapted, source: unknown): Adapted {
  sources.set(adapted, originalOf(source));
  return adapted;
}

/** Returns the service's original record; a record that was not adapted is its own original. */
export const originalOf = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && sources.has(record)
    ? sources.get(record)
    : record;
