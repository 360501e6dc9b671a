/** Canonical JSON, and hashes of it: equal values have equal texts. */

import { createHash } from 'node:crypto';
import { isRecord } from '../../is-record.ts';

/** Returns JSON with sorted object keys and no spaces, as it is hashed and signed; `null` for `undefined`. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value ?? null));
}

/** Returns a value with the keys of all its objects sorted. Faster than a replacer, which is called for each member. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value) || typeof value['toJSON'] === 'function') return value;
  const result: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(value).sort()) result[name] = sorted(value[name]);
  return result;
}

/** Returns the SHA-256 of a text in hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
