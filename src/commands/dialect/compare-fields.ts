import type { CheckedName } from '../../cli/dialects.ts';
import { pathReasonOf } from '../../contract/all-operations.ts';
import { type Dialect, spelledIn } from '../../contract/dialect/dialect.ts';
import { aliases } from '../../contract/dialect/field-aliases.ts';
import type { Assumption } from '../../contract/schema/assumptions.ts';
import { otherNamesOf } from '../../contract/schema/field-types.ts';
import { type Member, membersOf } from '../../contract/schema/operation-fields.ts';
import { unwrap } from '../../contract/schema/schema-introspection.ts';
import { misfitIn } from '../../contract/schema/schema-mismatch.ts';
import { isJson, type Json } from '../../http/json-path.ts';
import { adapt } from '../../http/response/normalize-response.ts';
import { wordFindings } from './compare-enums.ts';
import type { Asked } from './fetch-samples.ts';
import { rootsOf } from './unwrap-records.ts';

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
  const members = membersOf(op, 'response');
  const { records, rows } = status < 300 ? rootsOf(op, json, members) : { records: [], rows: [] };
  const place = { operation: op.id, dialect };
  return [...judgePath(asked), ...judgeMembers(members, records, place, rows)];
}

function judgePath({ op, status }: Asked): Found[] {
  if (pathReasonOf(op) === undefined) return [];
  const key = keyOf({ operation: op.id, where: 'path', name: op.path });
  const isGone = status === 404 || status === 405;
  const result = status < 300 ? 'confirmed' : isGone ? 'contradicted' : 'open';
  return [[key, { result, seen: `answered with ${status}`, suggested: null }]];
}

interface Place {
  readonly operation: string;
  readonly dialect: Dialect;
}

/** The members of records, their words, and the members of the records in them: `rows`, for the list that a page holds. */
function judgeMembers(
  members: readonly Member[],
  records: readonly Json[],
  place: Place,
  rows: readonly Json[] = [],
): Found[] {
  const spelled = members.map((member) => ({
    member,
    ...spelledIn(place.dialect, { ...place, part: 'response', member }),
  }));
  const names = new Set(spelled.map(({ name }) => name));
  const strangers = [...new Set(records.flatMap(Object.keys))].filter((it) => !names.has(it));
  return spelled.flatMap(({ member, name, words }) => {
    const finding = findingOf(member, name, records, strangers);
    const values = records
      .flatMap((it) => it[finding.suggested ?? name])
      .filter((it) => it !== undefined && it !== null);
    const isPage = member.schema._zod.def.type === 'array' && rows.length > 0;
    const inner = isPage ? rows : values.filter(isJson);
    const key = (where: Assumption['where'], more = '') =>
      keyOf({ operation: place.operation, where, name: `${member.path}${more}` });
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
  member: Member,
  wire: string,
  records: readonly Json[],
  strangers: readonly string[],
): Finding {
  if (records.length === 0) return { result: 'open', seen: 'nothing to look at', suggested: null };
  const values = records.map((it) => it[wire]).filter((it) => it !== undefined);
  if (values.length > 0) return ofKind(member, values);
  const other = othersOf(member, strangers).find((it) => isIts(it, member, records));
  if (other !== undefined) {
    return { result: 'contradicted', seen: `the answer has '${other}'`, suggested: other };
  }
  const has = strangers.length === 0 ? '' : `, which has ${strangers.slice(0, 6).join(', ')}`;
  return { result: 'open', seen: `not in the answer${has}`, suggested: null };
}

function ofKind(member: Member, values: readonly unknown[]): Finding {
  const strange = values.find((it) => it !== null && !fits(member, it));
  if (strange === undefined) return { result: 'confirmed', seen: null, suggested: null };
  const kind = Array.isArray(strange) ? 'a list' : `of another kind (${typeof strange})`;
  return { result: 'contradicted', seen: `it is ${kind}`, suggested: null };
}

/** Whether a value is of the member's kind. How a text is spelled, and what records hold, is not looked at here. */
function fits({ schema, members }: Member, value: unknown): boolean {
  if (members.length > 0) return typeof value === 'object';
  return misfitIn(unwrap(schema), adapt(schema, value)) === undefined;
}

/** Which of the names that nobody knows may be its own: the same in another case, or one that services use for it. */
const othersOf = ({ name, schema }: Member, strangers: readonly string[]): string[] => {
  const known = [...otherNamesOf(unwrap(schema)), ...(aliases[name] ?? [])];
  return strangers.filter((it) => plain(it) === plain(name) || known.includes(it));
};

/** Nothing under a name says as little as no name, unless it is the very same one. */
const isIts = (name: string, member: Member, records: readonly Json[]): boolean => {
  const values = records.map((it) => it[name]).filter((it) => it !== undefined && it !== null);
  return values.length === 0
    ? plain(name) === plain(member.name)
    : values.every((it) => fits(member, it));
};

const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, '');
