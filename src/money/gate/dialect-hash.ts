import type { StoredDialect } from '../../config/dialect-files.ts';
import { isRecord } from '../../is-record.ts';
import { canonicalJson, sha256 } from '../journal/canonical-json.ts';

/** Returns the SHA-256 of a dialect, in hexadecimal; `null` without a dialect, or with one that maps nothing. */
export const hashOfDialect = (stored: StoredDialect | undefined): string | null =>
  stored === undefined || isEmpty(stored.content) ? null : sha256(canonicalJson(stored.content));

/** Reports whether a dialect has nothing but its version and empty members, as the last `dialect unset` leaves it. */
const isEmpty = (content: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(content).every(
    ([name, value]) => name === 'version' || (isRecord(value) && Object.keys(value).length === 0),
  );
