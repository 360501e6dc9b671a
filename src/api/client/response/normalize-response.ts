/** Normalization of responses to the contract's schema. */

import type { z } from 'zod/mini';
import { isRecord } from '../../../is-record.ts';
import { aliases, enumAliases } from '../../dialect/field-aliases.ts';
import { isMoney, otherNamesOf } from '../../schema/field-types.ts';
import { findMismatch } from '../../schema/find-mismatch.ts';
import { unwrap, wordsOf } from '../../schema/schema-introspection.ts';
import { type Json, memberAt } from '../json-path.ts';
import { attachOriginal } from './original.ts';

type Schema = z.core.$ZodType;
type Read = (value: unknown) => unknown;

/**
 * Adapts a response to its schema: fields under another name, money as string or object, enum values in another
 * spelling. An unchanged value is returned as is; a copy remembers its source.
 */
export const normalizeResponse = (schema: Schema, value: unknown): unknown =>
  readerOf(schema)(value);

/** Returns the field under its own name, or under the first alias with a valid value. */
export function memberOf(name: string, record: Json, schema: Schema, among: object): unknown {
  if (record[name] !== undefined) return record[name];
  return underAlias(record, schema, otherNames(name, schema, among));
}

const readers = new WeakMap<Schema, Read>();
const asItIs: Read = (value) => value;

function readerOf(schema: Schema): Read {
  const known = readers.get(schema);
  if (known) return known;
  const read = makeReader(unwrap(schema));
  readers.set(schema, read);
  return read;
}

function makeReader(schema: Schema): Read {
  const { def } = schema._zod;
  if (isMoney(schema)) return moneyIn;
  if (def.type === 'array') return listReader((def as z.core.$ZodArrayDef).element);
  if (def.type === 'object') return recordReader((def as z.core.$ZodObjectDef).shape);
  const known = wordsOf(schema);
  return known.length > 0 ? wordReader(known) : asItIs;
}

function listReader(element: Schema): Read {
  const read = readerOf(element);
  if (read === asItIs) return asItIs;
  return (list) => {
    if (!Array.isArray(list)) return list;
    const adapted = list.map(read);
    return adapted.every((item, at) => item === list[at]) ? list : adapted;
  };
}

function recordReader(shape: Readonly<Record<string, Schema>>): Read {
  const members = Object.entries(shape)
    .map(([name, schema]) => ({
      name,
      schema,
      read: readerOf(schema),
      others: otherNames(name, schema, shape),
    }))
    .filter(({ read, others }) => read !== asItIs || others.length > 0);
  return (record) => {
    if (!isRecord(record)) return record;
    let copy: Record<string, unknown> | undefined;
    for (const { name, schema, read, others } of members) {
      const own = record[name];
      const value = own === undefined ? underAlias(record, schema, others) : read(own);
      if (value === own) continue;
      copy ??= { ...record };
      copy[name] = value;
    }
    return copy ? attachOriginal(copy, record) : record;
  };
}

/**
 * Returns the aliases of a field: specific ones first; general ones only if the record has no other field of that name.
 */
function otherNames(name: string, schema: Schema, among: object): readonly string[] {
  const general = (aliases[name] ?? []).filter((it) => !(it in among) || it === 'id');
  return [...otherNamesOf(unwrap(schema)), ...general];
}

function underAlias(record: Json, schema: Schema, names: readonly string[]): unknown {
  for (const name of names) {
    const sent = name.includes('.') ? memberAt(record, name) : record[name];
    if (sent === undefined) continue;
    const value = normalizeResponse(schema, sent);
    if (!findMismatch(schema, value, { spelling: true })) return value;
  }
  return undefined;
}

function moneyIn(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  const inner = isRecord(value) ? moneyIn(value['value']) : undefined;
  return typeof inner === 'number' ? inner : value;
}

/**
 * Creates a reader of enum values: a known value in another spelling becomes the contract's, an unknown one is kept. A
 * boolean may represent `enabled` and `disabled`.
 */
function wordReader(known: readonly string[]): Read {
  const byPlain = new Map(known.map((word) => [plain(word), word]));
  return (value) => {
    if (typeof value === 'boolean') return byPlain.get(value ? 'enabled' : 'disabled') ?? value;
    if (typeof value !== 'string' || known.includes(value)) return value;
    const word = candidates(plain(value)).find((it) => byPlain.has(it));
    return word === undefined ? value : byPlain.get(word);
  };
}

/** Returns the candidates for an enum value. Every `pending…` state of a verification is `unverified`. */
const candidates = (word: string): readonly string[] => [
  word,
  ...(enumAliases[word] ?? []),
  ...(word.startsWith('pending') ? ['unverified'] : []),
];

const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, '');
