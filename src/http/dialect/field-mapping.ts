import { type Dialect, spelledIn } from '../../contract/dialect/dialect.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { isMoney } from '../../contract/schema/field-types.ts';
import { type Member, membersOf, type Part } from '../../contract/schema/operation-fields.ts';
import { unwrap } from '../../contract/schema/schema-introspection.ts';

/** How a value is spelled on the wire: a record, each of a list of them, or a plain value. */
export interface Spelling {
  /** By our names: all members, or none where nothing in the record differs. */
  readonly members: ReadonlyMap<string, SpelledMember>;
  /** Our names by those of the service. */
  readonly ours: ReadonlyMap<string, string>;
  /** The service's words by ours, and ours by the service's. */
  readonly words: ReadonlyMap<string, string>;
  readonly ourWords: ReadonlyMap<string, string>;
  readonly isCents: boolean;
}

export interface SpelledMember {
  readonly wire: string;
  /** Undefined where the value goes over the wire as it is. */
  readonly value: Spelling | undefined;
  /** Whether it makes a page of the record: a list that is never left out. */
  readonly isList: boolean;
}

/** How a dialect spells a part of an operation; undefined where it differs in nothing. */
export const spellingOf = (
  dialect: Dialect,
  op: NamedOperation,
  part: Part,
): Spelling | undefined =>
  spellingOfAll(dialect, { operation: op.id, part }, membersOf(op, part), noWords);

interface Place {
  readonly operation: string;
  readonly part: Part;
}

const noWords: ReadonlyMap<string, string> = new Map();

function spellingOfAll(
  dialect: Dialect,
  place: Place,
  members: readonly Member[],
  words: ReadonlyMap<string, string>,
  isCents = false,
): Spelling | undefined {
  const spelled = members.map((member) => spelledMember(dialect, place, member));
  const differs = spelled.some(([name, { wire, value }]) => wire !== name || value !== undefined);
  if (!differs && words.size === 0 && !isCents) return undefined;
  return {
    members: new Map(differs ? spelled : []),
    ours: new Map(spelled.map(([name, { wire }]) => [wire, name])),
    words,
    ourWords: new Map([...words].map(([ours, wire]) => [wire, ours])),
    isCents,
  };
}

function spelledMember(dialect: Dialect, place: Place, member: Member): [string, SpelledMember] {
  const { name, words } = spelledIn(dialect, { ...place, member });
  const isCents = dialect.amountUnit === 'cents' && isMoney(unwrap(member.schema));
  const value = spellingOfAll(dialect, place, member.members, words, isCents);
  return [member.name, { wire: name, value, isList: member.schema._zod.def.type === 'array' }];
}
