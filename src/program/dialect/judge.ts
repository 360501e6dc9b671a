import { z } from 'zod/mini';
import type { CheckedName } from '../../cli/dialects.ts';
import { aliases } from '../../contract/aliases.ts';
import type { Assumption } from '../../contract/assumptions.ts';
import { type Dialect, spelledIn } from '../../contract/dialect.ts';
import { otherNamesOf } from '../../contract/fields.ts';
import { type Member, membersOf } from '../../contract/members.ts';
import { pathReasonOf } from '../../contract/spoken.ts';
import { unwrap } from '../../contract/structure.ts';
import { adapt } from '../../http/adapt.ts';
import { isJson, type Json } from '../../http/json.ts';
import type { Asked } from './ask.ts';
import { rootsOf } from './roots.ts';
import { wordFindings } from './words.ts';

/** What an answer shows of one assumption, and the name that it has instead. */
export interface Finding extends Pick<CheckedName, 'result' | 'seen'> {
  readonly suggested: string | null;
}

export type Found = readonly [key: string, finding: Finding];

/** By what a finding belongs to an assumption. */
export const keyOf = ({
  operation,
  where,
  name,
}: Pick<Assumption, 'operation' | 'where' | 'name'>) => `${operation} ${where} ${name}`;

/** What one answer says of the path, the names and the words of its operation. */
export function judge(asked: Asked, dialect: Dialect): Found[] {
  const { op, status, json } = asked;
  const place = { operation: op.id, dialect };
  const members = membersOf(op, 'response');
  const roots = status < 300 ? rootsOf(op, json, members) : { records: [], rows: [] };
  return [
    ...judgePath(asked),
    ...members.flatMap((it) => judgeMember(it, roots.records, place, roots.rows)),
  ];
}

function judgePath({ op, status }: Asked): Found[] {
  if (pathReasonOf(op) === undefined) return [];
  const key = keyOf({ operation: op.id, where: 'path', name: op.path });
  const seen = `answered with ${status}`;
  if (status < 300) return [[key, { result: 'confirmed', seen, suggested: null }]];
  const isGone = status === 404 || status === 405;
  return [[key, { result: isGone ? 'contradicted' : 'open', seen, suggested: null }]];
}

interface Place {
  readonly operation: string;
  readonly dialect: Dialect;
}

/** A member in the records of an answer, its words, and the members of the records in it: `rows`, where they stand elsewhere. */
function judgeMember(
  member: Member,
  records: readonly Json[],
  place: Place,
  rows: readonly Json[] = [],
): Found[] {
  const { name, words } = spelledIn(place.dialect, { ...place, part: 'response', member });
  const finding = findingOf(member, name, records);
  const values = records
    .flatMap((it) => it[finding.suggested ?? name])
    .filter((it) => it !== undefined && it !== null);
  const inner = member.schema._zod.def.type === 'array' && rows.length > 0 ? rows : values;
  const of = { operation: place.operation, where: 'response' as const };
  return [
    ...(member.because === undefined
      ? []
      : [[keyOf({ ...of, name: member.path }), finding] as const]),
    ...wordFindings(member, words, values).map(
      ([word, found]) =>
        [keyOf({ ...of, where: 'word', name: `${member.path}:${word}` }), found] as const,
    ),
    ...member.members.flatMap((it) => judgeMember(it, inner.filter(isJson), place)),
  ];
}

function findingOf(member: Member, wire: string, records: readonly Json[]): Finding {
  if (records.length === 0) return { result: 'open', seen: 'nothing to look at', suggested: null };
  const values = records.map((it) => it[wire]).filter((it) => it !== undefined);
  if (values.length > 0) return ofKind(member, values);
  const other = othersOf(member, records).find((it) => isThere(it, member, records));
  if (other === undefined) return { result: 'open', seen: 'not in the answer', suggested: null };
  return { result: 'contradicted', seen: `the answer has '${other}'`, suggested: other };
}

function ofKind(member: Member, values: readonly unknown[]): Finding {
  const strange = values.find((it) => it !== null && !fits(member, it));
  if (strange === undefined) return { result: 'confirmed', seen: null, suggested: null };
  const seen = `it is ${Array.isArray(strange) ? 'a list' : `of another kind (${typeof strange})`}`;
  return { result: 'contradicted', seen, suggested: null };
}

/** Whether a value is of the member's kind. How a text is spelled, and what records hold, is not looked at here. */
function fits({ schema, members }: Member, value: unknown): boolean {
  if (members.length > 0) return typeof value === 'object';
  const { error } = z.safeParse(unwrap(schema), adapt(schema, value));
  return (error?.issues ?? []).every(({ code }) => code === 'invalid_format');
}

/** What else services call it, and the same name in another case. */
function othersOf(member: Member, records: readonly Json[]): string[] {
  const here = new Set(records.flatMap(Object.keys));
  const alike = [...here].filter((it) => plain(it) === plain(member.name));
  const known = [...otherNamesOf(unwrap(member.schema)), ...(aliases[member.name] ?? [])];
  return [member.name, ...alike, ...known].filter((it) => here.has(it));
}

const isThere = (name: string, member: Member, records: readonly Json[]) =>
  records.some((it) => it[name] !== undefined && it[name] !== null && fits(member, it[name]));

const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, '');
