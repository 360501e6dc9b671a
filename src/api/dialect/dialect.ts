/** Dialects: the names that a service uses in place of the contract's assumptions. */

import type { Field, RequestPart } from '../schema/operation-fields.ts';

type Names = Readonly<Record<string, string>>;

/** The mapping between the contract's assumptions and one service. Only differences are listed. */
export interface Dialect {
  /** The unit of amounts in requests and responses: dollars, as the specification says, or cents. */
  readonly amountUnit: 'dollars' | 'cents';
  /** Complete paths, by operation id. */
  readonly paths: Names;
  /** Field names, by the keys of `dialectKeysOf`; the most specific key applies. */
  readonly names: Names;
  /** Enum values, by the key of the field that holds them. */
  readonly words: Readonly<Record<string, Names>>;
  /** Fields of money requests that the contract does not have and that move no money, by operation id and path. */
  readonly extraMembers: Readonly<Record<string, ExtraMembers>>;
}

/** The declared extra fields by path in the body: `costCenter`, or `payments.costCenter` for each row. */
export type ExtraMembers = Readonly<Record<string, ExtraMember>>;

/** The declaration of one extra field. `movesNoMoney` must be stated by the author of the dialect. */
export interface ExtraMember {
  readonly type: 'string' | 'number' | 'boolean';
  readonly movesNoMoney: true;
}

export interface FieldMappingEntry {
  readonly name: string;
  /** The service's enum value by the contract's, for those that differ. */
  readonly words: ReadonlyMap<string, string>;
}

/**
 * Returns the mapping of a field. A name that the specification states, or that the dialect does not list, is
 * unchanged.
 */
export function mappedField(
  dialect: Dialect,
  { operation, part, member }: { operation: string; part: RequestPart; member: Field },
): FieldMappingEntry {
  if (!mentionedIn(dialect).has(member.name)) return { name: member.name, words: noWords };
  const { names, words } = dialect;
  const keys = dialectKeysOf(operation, part, member);
  const key = keys.find((it) => Object.hasOwn(names, it));
  const said = keys.toReversed().map((it) => (Object.hasOwn(words, it) ? words[it] : undefined));
  const all = said.flatMap((it) => Object.entries(it ?? {}));
  const wire = member.because === undefined || key === undefined ? undefined : names[key];
  return {
    name: wire ?? member.name,
    words: new Map(all.filter(([word]) => member.words.includes(word))),
  };
}

const noWords: FieldMappingEntry['words'] = new Map();

const mentioned = new WeakMap<Dialect, ReadonlySet<string>>();

/** Returns the field names of all keys of a dialect. Most fields are in none, and need no further lookup. */
function mentionedIn(dialect: Dialect): ReadonlySet<string> {
  const known = mentioned.get(dialect);
  if (known) return known;
  const keys = [...Object.keys(dialect.names), ...Object.keys(dialect.words)];
  const names = new Set(keys.map(lastOf));
  mentioned.set(dialect, names);
  return names;
}

/** Returns the field name at the end of a key. */
export const lastOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/**
 * Returns the keys for a field in a dialect, most specific first: `pay.initiate.body.clearingSpeed`, without the part,
 * for a whole resource (`pay.clearingSpeed`), and the name alone, which applies wherever it is an assumption.
 */
export function dialectKeysOf(
  operation: string,
  part: RequestPart,
  { name, path, row }: Pick<Field, 'name' | 'path' | 'row'>,
): readonly string[] {
  const [resource = ''] = operation.split('.');
  const exact = [`${operation}.${part}`, operation].flatMap((it) => [
    `${it}.${path}`,
    `${it}.${row}`,
  ]);
  const general = [path, row, name];
  return [...new Set([...exact, ...general.map((it) => `${resource}.${it}`), ...general])];
}
