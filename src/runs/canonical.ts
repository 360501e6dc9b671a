import { createHash } from 'node:crypto';

/** JSON that does not depend on the order of members or on spaces: what is hashed and signed. */
export function canonical(value: unknown): string {
  const sorted = (_: string, it: unknown) => (isRecord(it) ? byName(it) : it);
  return JSON.stringify(value, sorted);
}

/** SHA-256 of the canonical JSON, in hexadecimal. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('hex');

const byName = (it: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(it).sort(([one], [two]) => (one < two ? -1 : 1)));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
