import { type Dialect, mappedField } from '../../contract/dialect/dialect.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { isMoney } from '../../contract/schema/field-types.ts';
import { type Field, fieldsOf, type RequestPart } from '../../contract/schema/operation-fields.ts';
import { unwrap } from '../../contract/schema/schema-introspection.ts';

/** How a value is spelled on the wire: a record, each of a list of them, or a plain value. */
export interface FieldMapping {
  /** By our names: all members, or none where nothing in the record differs. */
  readonly members: ReadonlyMap<string, ApiField>;
  /** Our names by those of the service. */
  readonly ours: ReadonlyMap<string, string>;
  /** The service's words by ours, and ours by the service's. */
  readonly words: ReadonlyMap<string, string>;
  readonly ourWords: ReadonlyMap<string, string>;
  readonly isCents: boolean;
}

export interface ApiField {
  readonly wire: string;
  /** Undefined where the value goes over the wire as it is. */
  readonly value: FieldMapping | undefined;
  /** Whether it makes a page of the record: a list that is never left out. */
  readonly isList: boolean;
}

/** How a dialect spells a part of an operation; undefined where it differs in nothing. */
export const fieldMappingOf = (
  dialect: Dialect,
  op: NamedOperation,
  part: RequestPart,
): FieldMapping | undefined =>
  spellingOfAll(dialect, { operation: op.id, part }, fieldsOf(op, part), noWords);

interface Place {
  readonly operation: string;
  readonly part: RequestPart;
}

const noWords: ReadonlyMap<string, string> = new Map();

function spellingOfAll(
  dialect: Dialect,
  place: Place,
  members: readonly Field[],
  words: ReadonlyMap<string, string>,
  isCents = false,
): FieldMapping | undefined {
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

function spelledMember(dialect: Dialect, place: Place, member: Field): [string, ApiField] {
  const { name, words } = mappedField(dialect, { ...place, member });
  const isCents = dialect.amountUnit === 'cents' && isMoney(unwrap(member.schema));
  const value = spellingOfAll(dialect, place, member.members, words, isCents);
  return [member.name, { wire: name, value, isList: member.schema._zod.def.type === 'array' }];
}
