/** Compares the fields of one response with the contract. */

import type { Json } from '../../api/client/json-path.ts';
import { recordsOf } from '../../api/client/response/envelope.ts';
import { normalizeResponse } from '../../api/client/response/normalize-response.ts';
import { type Dialect, mappedField } from '../../api/dialect/dialect.ts';
import { aliases, wrappers, wrappersOfOne } from '../../api/dialect/field-aliases.ts';
import { pathReasonOf } from '../../api/operations/all-operations.ts';
import type { NamedOperation } from '../../api/operations/operations.ts';
import type { Assumption } from '../../api/schema/assumptions.ts';
import { otherNamesOf } from '../../api/schema/field-types.ts';
import { findMismatch } from '../../api/schema/find-mismatch.ts';
import { type Field, fieldsOf } from '../../api/schema/operation-fields.ts';
import { elementOf, unwrap } from '../../api/schema/schema-introspection.ts';
import { isRecord } from '../../is-record.ts';
import type { AssumptionCheck } from './check-dialect.ts';
import type { OperationResponse } from './fetch-samples.ts';

/** The evidence of a response for one assumption, and the name that it has instead. */
export interface FieldComparison extends Pick<AssumptionCheck, 'result' | 'seen'> {
  readonly suggested: string | null;
}

export type FieldFinding = readonly [key: string, finding: FieldComparison];

/** Returns the key that joins a finding to its assumption. */
export const assumptionKeyOf = ({
  operation,
  where,
  name,
}: Pick<Assumption, 'operation' | 'where' | 'name'>) => `${operation} ${where} ${name}`;

/** Compares one response with the path, the fields and the enum values of its operation. */
export function compareResponse(sample: OperationResponse, dialect: Dialect): FieldFinding[] {
  const { op, status, json } = sample;
  const members = fieldsOf(op, 'response');
  const { records, rows } = status < 300 ? rootsOf(op, json, members) : { records: [], rows: [] };
  const scope = { operation: op.id, dialect };
  return [...comparePath(sample), ...compareMembers(members, records, scope, rows)];
}

function comparePath({ op, status }: OperationResponse): FieldFinding[] {
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
function compareMembers(
  members: readonly Field[],
  records: readonly Json[],
  scope: Place,
  rows: readonly Json[] = [],
): FieldFinding[] {
  const mapped = members.map((member) => ({
    member,
    ...mappedField(scope.dialect, { ...scope, part: 'response', member }),
  }));
  const names = new Set(mapped.map(({ name }) => name));
  const unknownFields = [...new Set(records.flatMap(Object.keys))].filter(
    (name) => !names.has(name),
  );
  return mapped.flatMap(({ member, name, words }) => {
    const finding = findingOf(member, name, records, unknownFields);
    const values = records
      .flatMap((record) => record[finding.suggested ?? name])
      .filter((value) => value !== undefined && value !== null);
    const isPage = member.schema._zod.def.type === 'array' && rows.length > 0;
    const nested = isPage ? rows : values.filter(isRecord);
    const key = (where: Assumption['where'], suffix = '') =>
      assumptionKeyOf({ operation: scope.operation, where, name: `${member.path}${suffix}` });
    return [
      ...(member.because === undefined ? [] : [[key('response'), finding] as const]),
      ...compareValues(member, words, values).map(
        ([word, found]) => [key('word', `:${word}`), found] as const,
      ),
      ...compareMembers(member.members, nested, scope),
    ];
  });
}

function findingOf(
  member: Field,
  apiName: string,
  records: readonly Json[],
  unknownFields: readonly string[],
): FieldComparison {
  if (records.length === 0)
    return { result: 'unverified', seen: 'no records to compare', suggested: null };
  const values = records.map((record) => record[apiName]).filter((value) => value !== undefined);
  if (values.length > 0) return ofKind(member, values);
  const other = alternativesOf(member, unknownFields).find((candidate) =>
    mayBe(candidate, member, records),
  );
  if (other !== undefined) {
    return { result: 'mismatch', seen: `the response has '${other}'`, suggested: other };
  }
  const fieldList =
    unknownFields.length === 0 ? '' : `, which has ${unknownFields.slice(0, 6).join(', ')}`;
  return { result: 'unverified', seen: `not in the response${fieldList}`, suggested: null };
}

function ofKind(member: Field, values: readonly unknown[]): FieldComparison {
  const mismatch = values.find((value) => value !== null && !fits(member, value));
  if (mismatch === undefined) return { result: 'confirmed', seen: null, suggested: null };
  const kind = Array.isArray(mismatch) ? 'a list' : `of a different type (${typeof mismatch})`;
  return { result: 'mismatch', seen: `it is ${kind}`, suggested: null };
}

/** Reports whether a value is of the field's type. String patterns and the content of records are not checked here. */
function fits({ schema, members }: Field, value: unknown): boolean {
  if (members.length > 0) return typeof value === 'object';
  return findMismatch(unwrap(schema), normalizeResponse(schema, value)) === undefined;
}

/** Returns the unknown names that may be this field: the name in another case, or a known alias. */
const alternativesOf = ({ name, schema }: Field, unknownFields: readonly string[]): string[] => {
  const known = [...otherNamesOf(unwrap(schema)), ...(aliases[name] ?? [])];
  return unknownFields.filter(
    (candidate) => normalized(candidate) === normalized(name) || known.includes(candidate),
  );
};

/**
 * Reports whether the values under a name fit the field. Without any value, only the exact name counts, ignoring case.
 */
const mayBe = (name: string, member: Field, records: readonly Json[]): boolean => {
  const values = records
    .map((record) => record[name])
    .filter((value) => value !== undefined && value !== null);
  return values.length === 0
    ? normalized(name) === normalized(member.name)
    : values.every((value) => fits(member, value));
};

const normalized = (text: string) => text.toLowerCase().replace(/[-_ ]/g, '');

/** Compares the values of a field with its enum values: seen as mapped, seen in another spelling, or not seen. */
function compareValues(
  { words, schema }: Field,
  mapped: ReadonlyMap<string, string>,
  values: readonly unknown[],
): (readonly [word: string, finding: FieldComparison])[] {
  const seen = [...new Set(values.flat().filter((value) => typeof value === 'string'))];
  const apiValues = new Set(words.map((word) => mapped.get(word) ?? word));
  const unknownValues = seen.filter((value) => !apiValues.has(value));
  return words.map((word) => [word, compareValue(word)] as const);

  function compareValue(word: string): FieldComparison {
    if (seen.includes(mapped.get(word) ?? word)) {
      return { result: 'confirmed', seen: null, suggested: null };
    }
    const other = unknownValues.find((value) => normalizeResponse(schema, value) === word);
    if (other !== undefined) {
      return { result: 'mismatch', seen: `the response has '${other}'`, suggested: other };
    }
    const unknown = unknownValues.filter(
      (value) => !words.includes(String(normalizeResponse(schema, value))),
    );
    const unknownNote =
      unknown.length > 0 ? `, and '${unknown.join("', '")}' is not a known value` : '';
    return { result: 'unverified', seen: `not in the responses${unknownNote}`, suggested: null };
  }
}

interface Roots {
  /** The records that contain the operation's fields. */
  readonly records: readonly Json[];
  readonly rows: readonly Json[];
}

/** Returns the records of a response as it was received, without any envelope. */
function rootsOf(op: NamedOperation, json: unknown, members: readonly Field[]): Roots {
  const rows = recordsOf(json).filter(isRecord);
  if (elementOf(op.response())) return { records: rows, rows: [] };
  const known = new Set(members.map(({ name }) => name));
  const body = isRecord(json)
    ? [...wrappers, ...wrappersOfOne].filter((name) => !known.has(name)).map((name) => json[name])
    : [];
  const [record] = [json, ...body].filter(isRecord).toSorted((a, b) => size(b) - size(a));
  return { records: record ? [record] : [], rows };
}

/** Returns the number of fields: an envelope has few, and a record many. */
const size = (record: Json) => Object.keys(record).length;
