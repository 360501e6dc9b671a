import type { z } from 'zod/mini';
import { isRecord } from '../../../is-record.ts';
import {
  moreMarks,
  pageSizes,
  totals,
  wrappers,
  wrappersOfMany,
  wrappersOfOne,
} from '../../dialect/field-aliases.ts';
import { shapeOf } from '../../schema/schema-introspection.ts';
import { type Json, memberAt } from '../json-path.ts';
import { memberOf, normalizeResponse } from './normalize-response.ts';
import { attachOriginal } from './original.ts';

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

/** The metadata of a list in a response. Fields that the response does not state are absent. */
export interface ListMetadata {
  readonly rows: readonly unknown[];
  readonly total?: number;
  readonly hasMore?: boolean;
  /** The page size that the service applied. */
  readonly limit?: number;
}

/** A response in the shape of its schema, without its envelope. */
export interface UnwrappedResponse {
  readonly output: unknown;
  /** The metadata of the list in the response; `undefined` if it has none. */
  readonly list?: ListMetadata;
}

/** Returns the records of a response that is a list, bare or in an envelope; `undefined` for any other value. */
export const listIn = (value: unknown): readonly unknown[] | undefined => findList(value)?.rows;

/** Returns the records of a list, whether bare or on a page. */
export const recordsOf = (value: unknown): readonly unknown[] => listIn(value) ?? [];

/** Takes a response out of its envelope, and adapts it to its schema. */
export function unwrapEnvelope(
  schema: Schema,
  value: unknown,
  headers: Readonly<Record<string, string>>,
): UnwrappedResponse {
  const shape = shapeOf(schema);
  const member = listMemberOf(shape);
  const isList = schema._zod.def.type === 'array';
  const found = isList || member !== undefined ? findList(value, member) : undefined;
  if (!found) return { output: normalizeResponse(schema, unwrapped(shape, value)) };
  const metadata = metadataOf(found, headers);
  const output = normalizeResponse(
    schema,
    isList ? found.rows : pageOf(shape, member ?? '', value, metadata),
  );
  return { output, list: { ...metadata, rows: rowsIn(output, member) } };
}

/** Returns the field that makes a response a page: an array that is never omitted. */
const listMemberOf = (shape: Shape): string | undefined =>
  requiredIn(shape).find((name) => shape[name]?._zod.def.type === 'array');

const requiredIn = (shape: Shape): string[] =>
  Object.keys(shape).filter((name) => shape[name]?._zod.def.type !== 'optional');

interface FoundList {
  readonly rows: readonly unknown[];
  /** Innermost first. */
  readonly envelopes: readonly Json[];
}

function findList(value: unknown, member?: string): FoundList | undefined {
  if (Array.isArray(value)) return { rows: value, envelopes: [] };
  if (!isRecord(value)) return undefined;
  const names = [...(member === undefined ? [] : [member]), ...wrappers, ...wrappersOfMany];
  const inside = names.map((name) => value[name]);
  const rows = inside.find((it) => Array.isArray(it));
  if (Array.isArray(rows)) return { rows, envelopes: [value] };
  const inner = inside
    .filter(isRecord)
    .map((it) => findList(it, member))
    .find((it) => it !== undefined);
  return inner && { ...inner, envelopes: [...inner.envelopes, value] };
}

/**
 * Reads the metadata from the envelopes and headers. A `count` equal to the number of rows may be that of the page, so
 * it is ignored.
 */
function metadataOf(
  { rows, envelopes }: FoundList,
  headers: Readonly<Record<string, string>>,
): ListMetadata {
  const all = [...envelopes, { total: headers['x-total-count'] }];
  const counts = totals
    .flatMap((path) => all.map((it) => ({ path, count: wholeNumber(memberAt(it, path)) })))
    .filter(({ path, count }) => path !== 'count' || count !== rows.length);
  const total = counts.find(({ count }) => count !== undefined)?.count;
  const hasMore = valuesAt(moreMarks, envelopes).find((it) => typeof it === 'boolean');
  const limit = valuesAt(pageSizes, envelopes)
    .map(wholeNumber)
    .find((it) => it !== undefined);
  return {
    rows,
    ...(total !== undefined && { total }),
    ...(hasMore !== undefined && { hasMore: hasMore === true }),
    ...(limit !== undefined && limit > 0 && { limit }),
  };
}

const valuesAt = (paths: readonly string[], envelopes: readonly Json[]): unknown[] =>
  paths.flatMap((path) => envelopes.map((it) => memberAt(it, path)));

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

/** Returns a page with the contract's names; the same object if it has them already. */
function pageOf(
  shape: Shape,
  member: string,
  value: unknown,
  { rows, total }: ListMetadata,
): unknown {
  const counted = !('total' in shape) || typeof memberAt(value, 'total') === 'number';
  if (counted && memberAt(value, member) === rows) return value;
  const page = {
    ...(isRecord(value) && value),
    [member]: rows,
    ...('total' in shape && { total: total ?? rows.length }),
  };
  return isObject(value) ? attachOriginal(page, value) : page;
}

const rowsIn = (list: unknown, member: string | undefined): readonly unknown[] => {
  const rows = member === undefined ? list : memberAt(list, member);
  return Array.isArray(rows) ? rows : [];
};

/** Takes a record out of `{data: …}`, `{success, data}` or `{payable: …}`; a bare record is returned as is. */
function unwrapped(shape: Shape, value: unknown): unknown {
  if (!isRecord(value) || isRecordOf(shape, value)) return value;
  const inside = [...wrappers, ...wrappersOfOne]
    .filter((name) => !(name in shape) && isRecord(value[name]))
    .map((name) => unwrapped(shape, value[name]));
  return inside.find((it) => isRecord(it) && isRecordOf(shape, it)) ?? value;
}

/**
 * Reports whether a record has all required fields of the schema; if none is required, any field except a bare
 * `status`.
 */
function isRecordOf(shape: Shape, record: Json): boolean {
  const has = (name: string) => {
    const schema = shape[name];
    return schema !== undefined && memberOf(name, record, schema, shape) !== undefined;
  };
  const required = requiredIn(shape);
  if (required.length > 0) return required.every(has);
  return Object.keys(shape).some((name) => name !== 'status' && has(name));
}

const isObject = (it: unknown): it is object => typeof it === 'object' && it !== null;
