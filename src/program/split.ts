import type { Flag, Flags } from '../cli/flag.ts';
import { spellings } from '../cli/globals.ts';

/** The words that were typed for a flag or an argument; none where it is absent. */
export type WordsOf = (name: string) => readonly string[];

/**
 * Splits a command line as it is mostly typed: each flag by itself, its value behind it or after `=`. Undefined for anything
 * else, right or wrong: `splitAny` knows it all, and takes as long to load as everything else together.
 */
export function splitPlain(all: Flags, rest: readonly string[]): WordsOf | undefined {
  const typed = new Map<string, string[]>();
  const operands: string[] = [];
  const known = bySpelling(all);
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    if (word === '--') {
      operands.push(...rest.slice(at + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      operands.push(word);
      continue;
    }
    const { name, flag, inline } = flagIn(word, known) ?? {};
    if (name === undefined || flag === undefined) return undefined;
    const value = valueOf(flag, inline, () => rest[++at]);
    if (value === undefined) return undefined;
    typed.set(name, flag.takes === 'many' ? [...(typed.get(name) ?? []), value] : [value]);
  }
  return place(all, operands, typed) ? (name) => typed.get(name) ?? [] : undefined;
}

type Known = ReadonlyMap<string, readonly [name: string, flag: Flag]>;

const bySpelling = (all: Flags): Known =>
  new Map(
    Object.entries(all).flatMap((entry) =>
      spellings(entry[1]).map((spelling) => [spelling, entry] as const),
    ),
  );

function flagIn(word: string, known: Known) {
  const end = word.startsWith('--') ? word.indexOf('=') : -1;
  const found = known.get(end < 0 ? word : word.slice(0, end));
  return (
    found && { name: found[0], flag: found[1], inline: end < 0 ? undefined : word.slice(end + 1) }
  );
}

/** What stands for the flag in what was typed; undefined where that is wrong. */
function valueOf(
  { takes }: Flag,
  inline: string | undefined,
  next: () => string | undefined,
): string | undefined {
  if (takes === 'nothing') return inline === undefined ? 'true' : undefined;
  return inline ?? next();
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
