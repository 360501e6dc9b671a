/** Access to parsed JSON of unknown shape. */

import { isRecord } from '../../is-record.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Returns the field at a path such as `meta.total`; `undefined` if it is missing. */
export const memberAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      value,
    );

/** Returns the first candidate that is a non-blank string. */
export const firstText = (candidates: readonly unknown[]): string | undefined =>
  candidates.find(
    (candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
  );
