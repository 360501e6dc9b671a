import { createHash } from 'node:crypto';

/** JSON that does not depend on the order of members or on spaces: what is hashed and signed. */
export function canonicalPlanJson(value: unknown): string {
  const sorted = (_: string, it: unknown) => (isRecord(it) ? byName(it) : it);
  return JSON.stringify(value, sorted);
}

/** SHA-256 of the canonical JSON, in hexadecimal. The text is made row by row: that of a long plan would fill the memory. */
export function hashOf(value: Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256');
  for (const part of parts(value)) hash.update(part);
  return hash.digest('hex');
}

/** The canonical JSON of a record, each item of its lists by itself. */
function* parts(record: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [name, it] of Object.entries(byName(record))) {
    if (it === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(it)) yield* items(it);
    else yield canonicalPlanJson(it);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* items(list: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const it of list) {
    yield `${before}${canonicalPlanJson(it ?? null)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

const byName = (it: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(it).sort(([one], [two]) => (one < two ? -1 : 1)));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
