import type { Flag, Flags } from '../../cli/flags/flag.ts';
import { flagNames } from '../../cli/flags/global-flags.ts';

/** The words that were typed for a flag or an argument, in their order; none where it is absent. */
export type WordsOf = (name: string) => readonly string[];

/**
 * Splits a command line as it is mostly typed: each flag by itself, its value behind it or after `=`. Undefined for anything
 * else, right or wrong: `parseArgvWithCommander` knows it all, and takes as long to load as everything else together.
 */
export function parseSimpleArgv(all: Flags, rest: readonly string[]): WordsOf | undefined {
  const typed = new Map<string, string[]>();
  const operands: string[] = [];
  const known = bySpelling(all);
  const words = rest.values();
  for (const word of words) {
    if (word === '--') operands.push(...words);
    else if (word === '-' || !word.startsWith('-')) operands.push(word);
    else if (!take(word, words, known, typed)) return undefined;
  }
  return place(all, operands, typed) ? (name) => typed.get(name) ?? [] : undefined;
}

type Known = ReadonlyMap<string, readonly [name: string, flag: Flag]>;

const bySpelling = (all: Flags): Known =>
  new Map(
    Object.entries(all).flatMap((entry) =>
      flagNames(entry[1]).map((spelling) => [spelling, entry] as const),
    ),
  );

/** Takes a flag, and the word behind it where that is its value; false when it is not known, or its value is wrong. */
function take(
  word: string,
  behind: Iterator<string>,
  known: Known,
  typed: Map<string, string[]>,
): boolean {
  const end = word.startsWith('--') ? word.indexOf('=') : -1;
  const found = known.get(end < 0 ? word : word.slice(0, end));
  if (!found) return false;
  const [name, { takes }] = found;
  const value = valueIn(takes, end < 0 ? undefined : word.slice(end + 1), behind);
  if (value === undefined) return false;
  typed.set(name, takes === 'nothing' ? [value] : [...(typed.get(name) ?? []), value]);
  return true;
}

function valueIn(
  takes: Flag['takes'],
  inline: string | undefined,
  behind: Iterator<string>,
): string | undefined {
  if (takes === 'nothing') return inline === undefined ? 'true' : undefined;
  return inline ?? behind.next().value;
}

/** Gives each argument its words, the last one all that are left where it takes many; false when there are too many. */
function place(all: Flags, operands: readonly string[], typed: Map<string, string[]>): boolean {
  const left = [...operands];
  for (const [name, { syntax, takes }] of Object.entries(all)) {
    if (syntax.startsWith('-') || left.length === 0) continue;
    typed.set(name, left.splice(0, takes === 'many' ? left.length : 1));
  }
  return left.length === 0;
}
