/** Canonical JSON, and hashes of it: equal values have equal texts. */

import { createHash } from 'node:crypto';
import { isRecord } from '../is-record.ts';

/** Returns JSON with sorted object keys and no spaces, as it is hashed and signed; `null` for `undefined`. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value ?? null));
}

/** Returns a value with the keys of all its objects sorted. Faster than a replacer, which is called for each member. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value) || typeof value['toJSON'] === 'function') return value;
  const result: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(value).sort()) result[name] = sorted(value[name]);
  return result;
}

/** Returns the SHA-256 of a text in hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the SHA-256 of the canonical JSON of a record in hexadecimal. */
export function hashCanonicalJson(value: Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256');
  // Hashed row by row: the text of a long plan would fill the memory.
  for (const part of parts(value)) hash.update(part);
  return hash.digest('hex');
}

/** Yields the canonical JSON of a record, each item of a list separately. */
function* parts(record: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [name, it] of Object.entries(byName(record))) {
    if (it === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(it)) yield* items(it);
    else yield canonicalJson(it);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* items(list: readonly unknown[]): Generator<string> {
  let before = '[';
  const textOf = createRowWriter();
  for (const it of list) {
    yield `${before}${textOf(it)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

const byName = (it: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(it).sort(([one], [two]) => (one < two ? -1 : 1)));

/** Creates `canonicalJson` for the rows of a list: fast where they have the same names and hold no lists and objects. */
function createRowWriter(): (row: unknown) => string {
  let names: readonly string[] = [];
  let order: readonly (readonly [name: string, json: string])[] | undefined;
  return (row) => {
    if (!isRecord(row) || typeof row['toJSON'] === 'function') return canonicalJson(row);
    const own = Object.keys(row);
    if (own.length !== names.length || own.some((name, at) => name !== names[at])) {
      names = own;
      order = orderOf(own);
    }
    return (order && flatJson(row, order)) ?? canonicalJson(row);
  };
}

/** Returns the names in their order, each with its JSON; `undefined` if one is a number, which is written before all others. */
const orderOf = (names: readonly string[]) =>
  names.some((name) => /^\d/.test(name))
    ? undefined
    : [...names].sort().map((name) => [name, `${JSON.stringify(name)}:`] as const);

/** Returns the JSON of a record without lists, objects and absent values; `undefined` if it has one. */
function flatJson(
  row: Readonly<Record<string, unknown>>,
  order: readonly (readonly [name: string, json: string])[],
): string | undefined {
  let text = '';
  for (const [name, json] of order) {
    const value = row[name];
    if (value !== null && !flatTypes.includes(typeof value)) return undefined;
    text += `${text === '' ? '{' : ','}${json}${JSON.stringify(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

const flatTypes = ['string', 'number', 'boolean'];
