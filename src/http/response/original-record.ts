/** What the service really sent, for records that were adapted, however often. The program's `--json` prints that. */
const sources = new WeakMap<object, unknown>();

export function remember<Adapted extends object>(adapted: Adapted, source: unknown): Adapted {
  sources.set(adapted, sourceOf(source));
  return adapted;
}

/** The service's own record behind this one; a record that was not adapted is its own source. */
export const sourceOf = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && sources.has(record)
    ? sources.get(record)
    : record;
