import { createHash } from 'node:crypto';

/** JSON that does not depend on the order of members. */
export function canonical(value: unknown): string {
  const sorted = (_: string, it: unknown) =>
    typeof it === 'object' && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(byName))
      : it;
  return JSON.stringify(value ?? null, sorted);
}

const byName = ([one]: [string, unknown], [two]: [string, unknown]) => (one < two ? -1 : 1);

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
