import type { Field, RequestPart } from '../schema/operation-fields.ts';

type Names = Readonly<Record<string, string>>;

/** How one service spells what the specification leaves out. Only what differs from our assumptions stands in it. */
export interface Dialect {
  /** Whether amounts go over the wire in dollars, as the specification says, or in cents. */
  readonly amountUnit: 'dollars' | 'cents';
  /** Whole paths, by operation. */
  readonly paths: Names;
  /** Names of members; the most specific key counts. */
  readonly names: Names;
  /** Words of enums, by the member that holds them. */
  readonly words: Readonly<Record<string, Names>>;
  /** Members of money requests that the contract does not have and that move no money, by operation and path. */
  readonly extraMembers: Readonly<Record<string, ExtraMembers>>;
}

/** The kinds of extra members by their path in the body: `costCenter`, or `payments.costCenter` for each row. */
export type ExtraMembers = Readonly<Record<string, ExtraMember>>;

export interface ExtraMember {
  readonly type: 'string' | 'number' | 'boolean';
  readonly movesNoMoney: true;
}

/** What a dialect says of one member. */
export interface FieldMappingEntry {
  readonly name: string;
  /** The service's word for each of ours that it spells in another way. */
  readonly words: ReadonlyMap<string, string>;
}

/** How a member is spelled on the wire: as it is, where the specification states it or the dialect says nothing. */
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

/** The last names of all keys: most members are in none of them, and are done with at once. */
function mentionedIn(dialect: Dialect): ReadonlySet<string> {
  const keys = [...Object.keys(dialect.names), ...Object.keys(dialect.words)];
  const known = mentioned.get(dialect) ?? new Set(keys.map(lastOf));
  mentioned.set(dialect, known);
  return known;
}

/** The name of the member that a key means. */
export const lastOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/**
 * What a member may be called in a dialect, the most specific first: `pay.initiate.body.clearingSpeed`, without the part,
 * for a whole resource (`pay.clearingSpeed`), and by its name alone, which means it wherever it is assumed.
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
