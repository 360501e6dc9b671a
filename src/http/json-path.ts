/** Access to parsed JSON of unknown shape. */

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Reports whether a value is a JSON object. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the field at a path such as `meta.total`; `undefined` if it is missing. */
export const memberAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, name) => (isJson(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      value,
    );

/** Returns the first candidate that is a non-blank string. */
export const firstText = (candidates: readonly unknown[]): string | undefined =>
  candidates.find(
    (candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
  );
