/** Canonical JSON and its hash. */

import { createHash } from 'node:crypto';

/** Returns JSON with sorted object keys and no spaces, as it is hashed and signed. */
export function canonicalPlanJson(value: unknown): string {
  const sorted = (_: string, member: unknown) => (isRecord(member) ? byName(member) : member);
  return JSON.stringify(value, sorted);
}

/** Returns the SHA-256 of the canonical JSON in hexadecimal. */
export function hashOf(value: Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256');
  // Hashed row by row: the text of a long plan would fill the memory.
  for (const part of parts(value)) hash.update(part);
  return hash.digest('hex');
}

/** Yields the canonical JSON of a record, each item of a list separately. */
function* parts(record: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(byName(record))) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(member)) yield* items(member);
    else yield canonicalPlanJson(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* items(list: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const item of list) {
    yield `${before}${canonicalPlanJson(item ?? null)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

const byName = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
