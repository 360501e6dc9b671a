/** Translation of field names, enum values and units between the contract and a service. */

import { findOperation } from '../../contract/all-operations.ts';
import type { Dialect, ExtraMembers } from '../../contract/dialect/dialect.ts';
import { wrappers, wrappersOfMany, wrappersOfOne } from '../../contract/dialect/field-aliases.ts';
import { centsAsDollars, dollarsAsCents } from '../../contract/money.ts';
import type { Operation } from '../../contract/operation.ts';
import type { RequestPart } from '../../contract/schema/operation-fields.ts';
import { isRecord } from '../../is-record.ts';
import type { Json } from '../json-path.ts';
import { attachOriginal } from '../response/original.ts';
import { type FieldMapping, fieldMappingOf } from './field-mapping.ts';

/**
 * Converts a value from the service to the contract's names. An unchanged value is returned as is; a copy remembers its
 * source.
 */
function decodeFields(spelling: FieldMapping | undefined, value: unknown): unknown {
  if (!spelling) return value;
  if (Array.isArray(value)) return value.map((it) => decodeFields(spelling, it));
  if (spelling.isCents) return inDollars(value);
  if (typeof value === 'string') return spelling.ourWords.get(value) ?? value;
  return isRecord(value) ? recordFrom(spelling, value, () => undefined) : value;
}

/** Converts a response, through its envelopes. The rows of a list may be under any envelope name. */
function decodeResponse(spelling: FieldMapping | undefined, value: unknown): unknown {
  if (!spelling) return value;
  const list = [...spelling.members].find(([name, { isList }]) => isList && wraps.has(name));
  const rows = list ? list[1].value : spelling;
  const unwrapped = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map((row) => decodeFields(rows, row));
    return isRecord(it) ? recordFrom(spelling, it, inside) : it;
  };
  /**
   * Returns the converted content of an envelope that is not a field of the record, or of a list wrapped once more;
   * `undefined` for any other field.
   */
  const inside = (name: string, it: unknown) => {
    const isWrapper = wraps.has(name) && !spelling.members.has(name);
    const isWrappedList = name === list?.[0] && isRecord(it);
    return isWrapper || isWrappedList ? unwrapped(it) : undefined;
  };
  return unwrapped(value);
}

const wraps = new Set<string>([...wrappers, ...wrappersOfOne, ...wrappersOfMany]);

/**
 * Converts a record to the contract's names. If the service uses such a name for something else, the mapped field wins.
 */
function recordFrom(
  spelling: FieldMapping,
  record: Json,
  inside: (name: string, value: unknown) => unknown,
): Json {
  const named = Object.entries(record).map(([wire, value]) => {
    const name = spelling.ours.get(wire) ?? wire;
    const read = inside(name, value) ?? decodeFields(spelling.members.get(name)?.value, value);
    return { wire, name, value: read };
  });
  if (named.every(({ wire, name, value }) => wire === name && value === record[wire])) {
    return record;
  }
  const meant = named.filter(({ wire }) => spelling.ours.has(wire));
  const copy = Object.fromEntries([...named, ...meant].map(({ name, value }) => [name, value]));
  return attachOriginal(copy, record);
}

/** Converts cents to dollars: a number, a string, or `{value, currency}`. */
function inDollars(value: unknown): unknown {
  if (typeof value === 'number') return centsAsDollars(value);
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) {
    return centsAsDollars(Number(value));
  }
  return isRecord(value) && 'value' in value
    ? { ...value, value: inDollars(value['value']) }
    : value;
}

/** Translates requests and responses between the contract's field names and the service's. */
export interface DialectMapper {
  /** The service's paths that replace the contract's, by operation id. */
  readonly paths: Readonly<Record<string, string>>;
  readonly pathOf: (op: Operation) => string;
  /** Converts a query or a body to the service's names. */
  readonly encode: (op: Operation, part: 'query' | 'body', value: unknown) => unknown;
  /** Converts a response to the contract's names; `originalOf` returns the unconverted one. */
  readonly decode: (op: Operation, answer: unknown) => unknown;
  /** Converts a body with the service's names to the contract's. */
  readonly decodeBody: (op: Operation, body: unknown) => unknown;
  /** Returns the mapping of a body; `undefined` if it has the contract's names. */
  readonly bodySpelling: (op: Operation) => FieldMapping | undefined;
  /** Returns the fields that the service's money requests may have beyond the contract's. */
  readonly extraMembersOf: (op: Operation) => ExtraMembers;
  /** Returns the contract's path of a field of a body or a query: `speed` or `payments.0.speed`. */
  readonly nameOf: (op: Operation, path: string) => string;
}

/** Creates the mapper of a dialect. Mappings are built on first use, one operation at a time. */
export function createDialectMapper(dialect: Dialect): DialectMapper {
  const known = new Map<string, FieldMapping | undefined>();
  const spelling = (op: Operation, part: RequestPart): FieldMapping | undefined => {
    const key = `${part} ${op.method} ${op.path}`;
    if (!known.has(key)) {
      const named = findOperation(op);
      known.set(key, named && fieldMappingOf(dialect, named, part));
    }
    return known.get(key);
  };
  return {
    paths: dialect.paths,
    pathOf: (op) => dialect.paths[findOperation(op)?.id ?? ''] ?? op.path,
    encode: (op, part, value) => encodeFields(spelling(op, part), value),
    decode: (op, answer) => decodeResponse(spelling(op, 'response'), answer),
    decodeBody: (op, body) => decodeFields(spelling(op, 'body'), body),
    bodySpelling: (op) => spelling(op, 'body'),
    extraMembersOf: (op) => dialect.extraMembers[findOperation(op)?.id ?? ''] ?? {},
    nameOf: (op, path) => ourPath(spelling(op, 'body') ?? spelling(op, 'query'), path),
  };
}

/** Converts a field path, part by part; numbers are row indexes. */
function ourPath(spelling: FieldMapping | undefined, path: string): string {
  let at = spelling;
  return path.replace(/[A-Za-z_][\w-]*/g, (wire) => {
    const name = at?.ours.get(wire) ?? wire;
    at = at?.members.get(name)?.value;
    return name;
  });
}

/** Converts a value to the service's names. Unknown fields are kept; of two fields with one name the last wins. */
export function encodeFields(spelling: FieldMapping | undefined, value: unknown): unknown {
  if (!spelling) return value;
  if (Array.isArray(value)) return value.map((it) => encodeFields(spelling, it));
  if (typeof value === 'string') return spelling.words.get(value) ?? value;
  if (typeof value === 'number') return spelling.isCents ? dollarsAsCents(value) : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => {
      const member = spelling.members.get(name);
      return member ? [member.wire, encodeFields(member.value, it)] : [name, it];
    }),
  );
}
