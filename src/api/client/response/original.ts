/** The service's original values of records that were adapted to the contract. */

/** The field of an adapted record that holds the service's original value. `--json` prints it. */
const ORIGINAL = Symbol('original');

/** Attaches the original value to an adapted record, however often adapted. Returns the record. */
export const attachOriginal = <Adapted extends object>(
  adapted: Adapted,
  source: unknown,
): Adapted =>
  // Not enumerable, so that a changed copy of the record does not have it.
  Object.defineProperty(adapted, ORIGINAL, { value: originalOf(source) });

/** Returns the service's original record; a record that was not adapted is its own original. */
export const originalOf = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && ORIGINAL in record ? record[ORIGINAL] : record;
