/** Compares the fields of one response with the contract. */

import { pathReasonOf } from '../../contract/all-operations.ts';
import { type Dialect, mappedField } from '../../contract/dialect/dialect.ts';
import { aliases, wrappers, wrappersOfOne } from '../../contract/dialect/field-aliases.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import type { Assumption } from '../../contract/schema/assumptions.ts';
import { otherNamesOf } from '../../contract/schema/field-types.ts';
import { findMismatch } from '../../contract/schema/find-mismatch.ts';
import { type Field, fieldsOf } from '../../contract/schema/operation-fields.ts';
import { elementOf, unwrap } from '../../contract/schema/schema-introspection.ts';
import type { Json } from '../../http/json-path.ts';
import { recordsOf } from '../../http/response/envelope.ts';
import { normalizeResponse } from '../../http/response/normalize-response.ts';
import { isRecord } from '../../is-record.ts';
import type { AssumptionCheck } from './check-dialect.ts';
import type { OperationResponse } from './fetch-samples.ts';

/** The evidence of a response for one assumption, and the name that it has instead. */
export interface FieldComparison extends Pick<AssumptionCheck, 'result' | 'seen'> {
  readonly suggested: string | null;
}

/** A comparison with the key of its assumption. */
export type FieldFinding = readonly [key: string, finding: FieldComparison];

/** Returns the key that joins a finding to its assumption. */
export const assumptionKeyOf = ({
  operation,
  where,
  name,
}: Pick<Assumption, 'operation' | 'where' | 'name'>) => `${operation} ${where} ${name}`;

/** Compares one response with the path, the fields and the enum values of its operation. */
export function compareResponse(asked: OperationResponse, dialect: Dialect): FieldFinding[] {
  const { op, status, json } = asked;
  const members = fieldsOf(op, 'response');
  const { records, rows } = status < 300 ? rootsOf(op, json, members) : { records: [], rows: [] };
  const place = { operation: op.id, dialect };
  return [...judgePath(asked), ...judgeMembers(members, records, place, rows)];
}

function judgePath({ op, status }: OperationResponse): FieldFinding[] {
  if (pathReasonOf(op) === undefined) return [];
  const key = assumptionKeyOf({ operation: op.id, where: 'path', name: op.path });
  const isGone = status === 404 || status === 405;
  const result = status < 300 ? 'confirmed' : isGone ? 'mismatch' : 'unverified';
  return [[key, { result, seen: `response status ${status}`, suggested: null }]];
}

interface Place {
  readonly operation: string;
  readonly dialect: Dialect;
}

/**
 * Compares the fields of records, their enum values, and the fields of nested records; `rows` are those of a page's
 * list.
 */
function judgeMembers(
  members: readonly Field[],
  records: readonly Json[],
  place: Place,
  rows: readonly Json[] = [],
): FieldFinding[] {
  const spelled = members.map((member) => ({
    member,
    ...mappedField(place.dialect, { ...place, part: 'response', member }),
  }));
  const names = new Set(spelled.map(({ name }) => name));
  const strangers = [...new Set(records.flatMap(Object.keys))].filter((it) => !names.has(it));
  return spelled.flatMap(({ member, name, words }) => {
    const finding = findingOf(member, name, records, strangers);
    const values = records
      .flatMap((it) => it[finding.suggested ?? name])
      .filter((it) => it !== undefined && it !== null);
    const isPage = member.schema._zod.def.type === 'array' && rows.length > 0;
    const inner = isPage ? rows : values.filter(isRecord);
    const key = (where: Assumption['where'], more = '') =>
      assumptionKeyOf({ operation: place.operation, where, name: `${member.path}${more}` });
    return [
      ...(member.because === undefined ? [] : [[key('response'), finding] as const]),
      ...wordFindings(member, words, values).map(
        ([word, found]) => [key('word', `:${word}`), found] as const,
      ),
      ...judgeMembers(member.members, inner, place),
    ];
  });
}

function findingOf(
  member: Field,
  wire: string,
  records: readonly Json[],
  strangers: readonly string[],
): FieldComparison {
  if (records.length === 0)
    return { result: 'unverified', seen: 'no records to compare', suggested: null };
  const values = records.map((it) => it[wire]).filter((it) => it !== undefined);
  if (values.length > 0) return ofKind(member, values);
  const other = othersOf(member, strangers).find((it) => isIts(it, member, records));
  if (other !== undefined) {
    return { result: 'mismatch', seen: `the response has '${other}'`, suggested: other };
  }
  const has = strangers.length === 0 ? '' : `, which has ${strangers.slice(0, 6).join(', ')}`;
  return { result: 'unverified', seen: `not in the response${has}`, suggested: null };
}

function ofKind(member: Field, values: readonly unknown[]): FieldComparison {
  const strange = values.find((it) => it !== null && !fits(member, it));
  if (strange === undefined) return { result: 'confirmed', seen: null, suggested: null };
  const kind = Array.isArray(strange) ? 'a list' : `of a different type (${typeof strange})`;
  return { result: 'mismatch', seen: `it is ${kind}`, suggested: null };
}

/** Reports whether a value is of the field's type. String patterns and the content of records are not checked here. */
function fits({ schema, members }: Field, value: unknown): boolean {
  if (members.length > 0) return typeof value === 'object';
  return findMismatch(unwrap(schema), normalizeResponse(schema, value)) === undefined;
}

/** Returns the unknown names that may be this field: the name in another case, or a known alias. */
const othersOf = ({ name, schema }: Field, strangers: readonly string[]): string[] => {
  const known = [...otherNamesOf(unwrap(schema)), ...(aliases[name] ?? [])];
  return strangers.filter((it) => plain(it) === plain(name) || known.includes(it));
};

/**
 * Reports whether the values under a name fit the field. Without any value, only the exact name counts, ignoring case.
 */
const isIts = (name: string, member: Field, records: readonly Json[]): boolean => {
  const values = records.map((it) => it[name]).filter((it) => it !== undefined && it !== null);
  return values.length === 0
    ? plain(name) === plain(member.name)
    : values.every((it) => fits(member, it));
};

const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, '');

/** Compares the values of a field with its enum values: seen as mapped, seen in another spelling, or not seen. */
function wordFindings(
  { words, schema }: Field,
  spelled: ReadonlyMap<string, string>,
  values: readonly unknown[],
): (readonly [word: string, finding: FieldComparison])[] {
  const seen = [...new Set(values.flat().filter((it) => typeof it === 'string'))];
  const wires = new Set(words.map((word) => spelled.get(word) ?? word));
  const strange = seen.filter((it) => !wires.has(it));
  return words.map((word) => [word, wordFinding(word)] as const);

  function wordFinding(word: string): FieldComparison {
    if (seen.includes(spelled.get(word) ?? word)) {
      return { result: 'confirmed', seen: null, suggested: null };
    }
    const other = strange.find((it) => normalizeResponse(schema, it) === word);
    if (other !== undefined) {
      return { result: 'mismatch', seen: `the response has '${other}'`, suggested: other };
    }
    const unknown = strange.filter((it) => !words.includes(String(normalizeResponse(schema, it))));
    const also = unknown.length > 0 ? `, and '${unknown.join("', '")}' is not a known value` : '';
    return { result: 'unverified', seen: `not in the responses${also}`, suggested: null };
  }
}

interface Roots {
  /** The records that contain the operation's fields. */
  readonly records: readonly Json[];
  /** The rows of the list in a page. */
  readonly rows: readonly Json[];
}

/** Returns the records of a response as it was received, without any envelope. */
function rootsOf(op: NamedOperation, json: unknown, members: readonly Field[]): Roots {
  const rows = recordsOf(json).filter(isRecord);
  if (elementOf(op.response())) return { records: rows, rows: [] };
  const known = new Set(members.map(({ name }) => name));
  const inside = isRecord(json)
    ? [...wrappers, ...wrappersOfOne].filter((it) => !known.has(it)).map((it) => json[it])
    : [];
  const [record] = [json, ...inside].filter(isRecord).toSorted((a, b) => size(b) - size(a));
  return { records: record ? [record] : [], rows };
}

/** Returns the number of fields: an envelope has few, and a record many. */
const size = (record: Json) => Object.keys(record).length;
