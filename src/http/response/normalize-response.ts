import { aliases, enumAliases } from '../../contract/dialect/field-aliases.ts';
import { isMoney, otherNamesOf } from '../../contract/schema/field-types.ts';
import { findMismatch } from '../../contract/schema/matches-schema.ts';
import type * as z from '../../contract/schema/schema.ts';
import { unwrap, wordsOf } from '../../contract/schema/schema-introspection.ts';
import { isJson, type Json, memberAt } from '../json-path.ts';

/** What the service really sent, for records that were adapted, however often. The program's `--json` prints that. */
const sources = new WeakMap<object, unknown>();

export function attachOriginal<Adapted extends object>(adapted: Adapted, source: unknown): Adapted {
  sources.set(adapted, originalOf(source));
  return adapted;
}

/** The service's own record behind this one; a record that was not adapted is its own source. */
export const originalOf = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && sources.has(record)
    ? sources.get(record)
    : record;

type Schema = z.core.$ZodType;
type Read = (value: unknown) => unknown;

/**
 * Reads an answer as its schema means it: a member under another name, money as text or as an object, a state in another
 * spelling. What needs no adapting is returned as it is; a copy remembers its source.
 */
export const normalizeResponse = (schema: Schema, value: unknown): unknown =>
  readerOf(schema)(value);

/** A member under its own name or the first alias that holds something of its kind. */
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
    if (!isJson(record)) return record;
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

/** A name of its own goes first; a general alias counts where the record means nothing else by it. */
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
  const inner = isJson(value) ? moneyIn(value['value']) : undefined;
  return typeof inner === 'number' ? inner : value;
}

/** A known value in another spelling, as the contract spells it; an unknown one stays. A switch may stand for two words. */
function wordReader(known: readonly string[]): Read {
  const byPlain = new Map(known.map((word) => [plain(word), word]));
  return (value) => {
    if (typeof value === 'boolean') return byPlain.get(value ? 'enabled' : 'disabled') ?? value;
    if (typeof value !== 'string' || known.includes(value)) return value;
    const word = candidates(plain(value)).find((it) => byPlain.has(it));
    return word === undefined ? value : byPlain.get(word);
  };
}

/** The many ways to wait for a verification are one state. */
const candidates = (word: string): readonly string[] => [
  word,
  ...(enumAliases[word] ?? []),
  ...(word.startsWith('pending') ? ['unverified'] : []),
];

const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, '');
