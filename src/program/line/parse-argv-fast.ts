/** Splits simple command lines without loading commander. */

import type { Flag, Flags } from '../../cli/flags/flag.ts';
import { flagNames } from '../../cli/flags/global-flags.ts';

/** Returns the words that were typed for a flag or argument, in order; empty if absent. */
export type WordsOf = (name: string) => readonly string[];

/**
 * Splits a command line in its common form: each flag separate, its value after it or after `=`. Returns `undefined`
 * for any other form, valid or not: `parseArgvWithCommander` handles all of them, and takes as long to load as the rest
 * of the program.
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

/**
 * Takes a flag and its value, which may be the next word. Returns `false` if the flag is unknown or its value is wrong.
 */
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

/** Gives each argument its words; one that takes many gets all that are left. Returns `false` if words remain. */
function place(all: Flags, operands: readonly string[], typed: Map<string, string[]>): boolean {
  const left = [...operands];
  for (const [name, { syntax, takes }] of Object.entries(all)) {
    if (syntax.startsWith('-') || left.length === 0) continue;
    typed.set(name, left.splice(0, takes === 'many' ? left.length : 1));
  }
  return left.length === 0;
}
