/** Translation of field names, enum values and units between the contract and a service. */

import { isRecord } from '../../../is-record.ts';
import type { Dialect, ExtraMembers } from '../../dialect/dialect.ts';
import { wrappers, wrappersOfMany, wrappersOfOne } from '../../dialect/field-aliases.ts';
import { centsAsDollars, dollarsAsCents } from '../../money.ts';
import { findOperation } from '../../operations/all-operations.ts';
import type { Operation } from '../../operations/operation.ts';
import type { RequestPart } from '../../schema/operation-fields.ts';
import type { Json } from '../json-path.ts';
import { attachOriginal, originalOf } from '../response/original.ts';
import { type FieldMapping, fieldMappingOf } from './field-mapping.ts';

/**
 * Converts a value from the service to the contract's names. An unchanged value is returned as is; a copy remembers its
 * source.
 */
function decodeFields(mapping: FieldMapping | undefined, value: unknown): unknown {
  if (!mapping) return value;
  if (Array.isArray(value)) return value.map((item) => decodeFields(mapping, item));
  if (mapping.isCents) return inDollars(value);
  if (typeof value === 'string') return mapping.valueByApiValue.get(value) ?? value;
  return isRecord(value) ? recordFrom(mapping, value, () => undefined) : value;
}

/** Converts a response, through its envelopes. The rows of a list may be under any envelope name. */
function decodeResponse(mapping: FieldMapping | undefined, value: unknown): unknown {
  if (!mapping) return value;
  const list = [...mapping.members].find(([name, { isList }]) => isList && wraps.has(name));
  const rows = list ? list[1].value : mapping;
  const unwrapped = (body: unknown): unknown => {
    if (Array.isArray(body)) return body.map((row) => decodeFields(rows, row));
    return isRecord(body) ? recordFrom(mapping, body, decodeMember) : body;
  };
  /**
   * Returns the converted content of an envelope that is not a field of the record, or of a list wrapped once more;
   * `undefined` for any other field.
   */
  const decodeMember = (name: string, member: unknown) => {
    const isWrapper = wraps.has(name) && !mapping.members.has(name);
    const isWrappedList = name === list?.[0] && isRecord(member);
    return isWrapper || isWrappedList ? unwrapped(member) : undefined;
  };
  return unwrapped(value);
}

const wraps = new Set<string>([...wrappers, ...wrappersOfOne, ...wrappersOfMany]);

/**
 * Converts a record to the contract's names. If the service uses such a name for something else, the mapped field wins.
 */
function recordFrom(
  mapping: FieldMapping,
  record: Json,
  decodeMember: (name: string, value: unknown) => unknown,
): Json {
  const named = Object.entries(record).map(([apiName, value]) => {
    const name = mapping.nameByApiName.get(apiName) ?? apiName;
    const decoded =
      decodeMember(name, value) ?? decodeFields(mapping.members.get(name)?.value, value);
    return { apiName, name, value: decoded };
  });
  if (named.every(({ apiName, name, value }) => apiName === name && value === record[apiName])) {
    return record;
  }
  const recognized = named.filter(({ apiName }) => mapping.nameByApiName.has(apiName));
  const copy = Object.fromEntries(
    [...named, ...recognized].map(({ name, value }) => [name, value]),
  );
  return attachOriginal(copy, inOneUnit(mapping, record, named));
}

/** A field of a record: its name at the service, its name here, and its decoded value. */
interface DecodedField {
  readonly apiName: string;
  readonly name: string;
  readonly value: unknown;
}

/** Returns the service's record with its own names and values, but with amounts in dollars: no output has two units. */
function inOneUnit(mapping: FieldMapping, record: Json, named: readonly DecodedField[]): Json {
  const kept = named.map(({ apiName, name, value }) => {
    const isAmount = mapping.members.get(name)?.value?.isCents === true;
    return [apiName, isAmount ? value : originalsIn(value, record[apiName])] as const;
  });
  return kept.every(([name, value]) => value === record[name]) ? record : Object.fromEntries(kept);
}

/** Returns the originals of decoded records; of any other value what the service sent. */
function originalsIn(decoded: unknown, sent: unknown): unknown {
  if (Array.isArray(decoded) && Array.isArray(sent)) {
    const all = decoded.map((item, at) => originalsIn(item, sent[at]));
    return all.every((item, at) => item === sent[at]) ? sent : all;
  }
  return isRecord(decoded) ? originalOf(decoded) : sent;
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
  const mapping = (op: Operation, part: RequestPart): FieldMapping | undefined => {
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
    encode: (op, part, value) => encodeFields(mapping(op, part), value),
    decode: (op, answer) => decodeResponse(mapping(op, 'response'), answer),
    decodeBody: (op, body) => decodeFields(mapping(op, 'body'), body),
    bodySpelling: (op) => mapping(op, 'body'),
    extraMembersOf: (op) => dialect.extraMembers[findOperation(op)?.id ?? ''] ?? {},
    nameOf: (op, path) => ourPath(mapping(op, 'body') ?? mapping(op, 'query'), path),
  };
}

/** Converts a field path, part by part; numbers are row indexes. */
function ourPath(mapping: FieldMapping | undefined, path: string): string {
  let at = mapping;
  return path.replace(/[A-Za-z_][\w-]*/g, (apiName) => {
    const name = at?.nameByApiName.get(apiName) ?? apiName;
    at = at?.members.get(name)?.value;
    return name;
  });
}

/** Converts a value to the service's names. Unknown fields are kept; of two fields with one name the last wins. */
export function encodeFields(mapping: FieldMapping | undefined, value: unknown): unknown {
  if (!mapping) return value;
  if (Array.isArray(value)) return value.map((item) => encodeFields(mapping, item));
  if (typeof value === 'string') return mapping.apiValueByValue.get(value) ?? value;
  if (typeof value === 'number') return mapping.isCents ? dollarsAsCents(value) : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const member = mapping.members.get(name);
      return member ? [member.apiName, encodeFields(member.value, inner)] : [name, inner];
    }),
  );
}
