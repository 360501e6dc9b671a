import { findOperation } from '../../contract/all-operations.ts';
import type { Dialect, ExtraMembers } from '../../contract/dialect/dialect.ts';
import { wrappers, wrappersOfMany, wrappersOfOne } from '../../contract/dialect/field-aliases.ts';
import { centsAsDollars, dollarsAsCents } from '../../contract/money.ts';
import type { Operation } from '../../contract/operation.ts';
import type { RequestPart } from '../../contract/schema/operation-fields.ts';
import { isJson, type Json } from '../json-path.ts';
import { attachOriginal } from '../response/normalize-response.ts';
import { type FieldMapping, fieldMappingOf } from './field-mapping.ts';

/** What came in, as the contract spells it. What the service spells as we do stays; a copy remembers its source. */
function decodeFields(spelling: FieldMapping | undefined, value: unknown): unknown {
  if (!spelling) return value;
  if (Array.isArray(value)) return value.map((it) => decodeFields(spelling, it));
  if (spelling.isCents) return inDollars(value);
  if (typeof value === 'string') return spelling.ourWords.get(value) ?? value;
  return isJson(value) ? recordFrom(spelling, value, () => undefined) : value;
}

/** An answer, through whatever it comes wrapped in. Rows of a list may stand under any name of a wrapper. */
function decodeResponse(spelling: FieldMapping | undefined, value: unknown): unknown {
  if (!spelling) return value;
  const list = [...spelling.members].find(([name, { isList }]) => isList && wraps.has(name));
  const rows = list ? list[1].value : spelling;
  const unwrapped = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map((row) => decodeFields(rows, row));
    return isJson(it) ? recordFrom(spelling, it, inside) : it;
  };
  /** A wrapper that is no member of the record; or the list itself, wrapped once more. */
  const inside = (name: string, it: unknown) => {
    const isWrapper = wraps.has(name) && !spelling.members.has(name);
    const isWrappedList = name === list?.[0] && isJson(it);
    return isWrapper || isWrappedList ? unwrapped(it) : undefined;
  };
  return unwrapped(value);
}

const wraps = new Set<string>([...wrappers, ...wrappersOfOne, ...wrappersOfMany]);

/** A record under our names. Where the service uses one of them for something else, its own meaning gives way. */
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

/** Cents as a number, as text, or as `{value, currency}`. */
function inDollars(value: unknown): unknown {
  if (typeof value === 'number') return centsAsDollars(value);
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) {
    return centsAsDollars(Number(value));
  }
  return isJson(value) && 'value' in value ? { ...value, value: inDollars(value['value']) } : value;
}

/** A dialect at work: between the contract's names and those of the service. */
export interface DialectMapper {
  /** The paths that the service has in place of ours, by operation. */
  readonly paths: Readonly<Record<string, string>>;
  readonly pathOf: (op: Operation) => string;
  /** A query or a body as the service spells it. */
  readonly encode: (op: Operation, part: 'query' | 'body', value: unknown) => unknown;
  /** An answer as the contract spells it; `originalOf` still knows what came. */
  readonly decode: (op: Operation, answer: unknown) => unknown;
  /** A body that was written as the service spells it, as the contract does. */
  readonly decodeBody: (op: Operation, body: unknown) => unknown;
  /** The names and kinds of the members of a body as the service has them; undefined where they are the contract's. */
  readonly bodySpelling: (op: Operation) => FieldMapping | undefined;
  /** The members that the service's money requests may have beside those of the contract. */
  readonly extraMembersOf: (op: Operation) => ExtraMembers;
  /** The contract's path of a member of a body or a query: `speed` or `payments.0.speed`. */
  readonly nameOf: (op: Operation, path: string) => string;
}

/** Speaks a dialect. Spellings are made when first needed, one operation at a time. */
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

/** Each part of a path in turn, down through the records; numbers count rows. */
function ourPath(spelling: FieldMapping | undefined, path: string): string {
  let at = spelling;
  return path.replace(/[A-Za-z_][\w-]*/g, (wire) => {
    const name = at?.ours.get(wire) ?? wire;
    at = at?.members.get(name)?.value;
    return name;
  });
}

/** What goes out, as the service spells it. A member that nobody knows goes as it is, and the last of two counts. */
export function encodeFields(spelling: FieldMapping | undefined, value: unknown): unknown {
  if (!spelling) return value;
  if (Array.isArray(value)) return value.map((it) => encodeFields(spelling, it));
  if (typeof value === 'string') return spelling.words.get(value) ?? value;
  if (typeof value === 'number') return spelling.isCents ? dollarsAsCents(value) : value;
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => {
      const member = spelling.members.get(name);
      return member ? [member.wire, encodeFields(member.value, it)] : [name, it];
    }),
  );
}
