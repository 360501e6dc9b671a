/** Field mappings of a dialect. */

import { type Dialect, mappedField } from '../../contract/dialect/dialect.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { isMoney } from '../../contract/schema/field-types.ts';
import { type Field, fieldsOf, type RequestPart } from '../../contract/schema/operation-fields.ts';
import { unwrap } from '../../contract/schema/schema-introspection.ts';

/** The mapping of a value: a record, each item of a list, or a plain value. */
export interface FieldMapping {
  /** By the contract's names: all fields, or none if nothing in the record differs. */
  readonly members: ReadonlyMap<string, ApiField>;
  /** The contract's names by the service's. */
  readonly ours: ReadonlyMap<string, string>;
  /** The service's enum values by the contract's, and the reverse. */
  readonly words: ReadonlyMap<string, string>;
  readonly ourWords: ReadonlyMap<string, string>;
  readonly isCents: boolean;
}

/** The service's name and mapping of one field. */
export interface ApiField {
  readonly wire: string;
  /** `undefined` if the value is sent unchanged. */
  readonly value: FieldMapping | undefined;
  /** True if it makes the record a page: an array that is never omitted. */
  readonly isList: boolean;
}

/** Returns the mapping of a part of an operation; `undefined` if nothing differs. */
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
