import { allOperations } from '../operations/all-operations.ts';
import type { NamedOperation } from '../operations/operations.ts';
import {
  type Field,
  fieldsOf,
  REQUEST_PARTS,
  type RequestPart,
} from '../schema/operation-fields.ts';
import { type Dialect, mappedField } from './dialect.ts';

/**
 * Returns a sentence for each name that a dialect would give to two fields of a record, enum values or operation paths.
 */
export const findDialectClashes = (dialect: Dialect): string[] => [
  ...new Set([
    ...pathClashes(dialect),
    ...allOperations.flatMap((op) =>
      REQUEST_PARTS.flatMap((part) => clashesAmong(dialect, op, part, fieldsOf(op, part))),
    ),
  ]),
];

function pathClashes({ paths }: Dialect): string[] {
  const all = allOperations.map(({ id, method, path }) => ({
    name: id,
    wire: `${method} ${(paths[id] ?? path).replace(/\{\w+\}/g, '{}')}`,
  }));
  return twice(all).map(({ wire, names }) => `${names} would both be ${wire}.`);
}

function clashesAmong(
  dialect: Dialect,
  op: NamedOperation,
  part: RequestPart,
  members: readonly Field[],
): string[] {
  const where = `in the ${part} of ${op.id}`;
  const spelled = members.map((member) => ({
    member,
    ...mappedField(dialect, { operation: op.id, part, member }),
  }));
  const inside = [
    ...borrowedNames(op, part, spelled),
    ...members.flatMap((it) => clashesAmong(dialect, op, part, it.members)),
  ];
  if (!spelled.some(({ member, name, words }) => name !== member.name || words.size > 0)) {
    return inside;
  }
  const sameName = twice(spelled.map(({ member, name }) => ({ name: member.name, wire: name })));
  return [
    ...sameName.map(({ wire, names }) => `${names} would both be '${wire}' ${where}.`),
    ...spelled.flatMap(({ member, words }) =>
      sameWord(member, words).map(
        ({ wire, names }) => `${names} would both be '${wire}' as ${member.path} ${where}.`,
      ),
    ),
    ...inside,
  ];
}

/**
 * Returns the fields of a money request that would get the contract's name of another field: code that reads an amount
 * by its name would read something else.
 */
function borrowedNames(
  { effect }: NamedOperation,
  part: RequestPart,
  spelled: readonly { readonly member: Field; readonly name: string }[],
): string[] {
  if (effect !== 'money' || part !== 'body') return [];
  const own = new Set(spelled.map(({ member }) => member.name));
  return spelled
    .filter(({ member, name }) => name !== member.name && own.has(name))
    .map(({ member, name }) => `${member.name} cannot be '${name}': that is another field's name.`);
}

const sameWord = (member: Field, words: ReadonlyMap<string, string>) =>
  twice(member.words.map((word) => ({ name: word, wire: words.get(word) ?? word })));

/** Returns the API names that are used twice, with the contract's names joined as `a and b`. */
function twice(all: readonly { readonly name: string; readonly wire: string }[]) {
  const byWire = new Map<string, string[]>();
  for (const { name, wire } of all) byWire.set(wire, [...(byWire.get(wire) ?? []), name]);
  return [...byWire]
    .filter(([, names]) => new Set(names).size > 1)
    .map(([wire, names]) => ({ wire, names: [...new Set(names)].join(' and ') }));
}
