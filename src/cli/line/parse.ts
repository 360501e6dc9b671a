/** Parses a command line into the values of a command. */

import { UsageError } from '../../money/errors.ts';
import type { AnyCommand } from '../command.ts';
import { type Flags, type FlagValues, readValues } from '../flags/flag.ts';
import { type Globals, globals, type WriteFlags, writeFlags } from '../flags/global-flags.ts';
import { parseArgv, type WordsOf } from './parse-argv.ts';

/** A command line, parsed and checked: all values that a command needs to run. */
export interface ParsedCommandLine {
  readonly args: Record<string, unknown>;
  readonly flags: Record<string, unknown>;
  readonly globals: Globals;
  readonly write: WriteFlags | undefined;
}

/** The words that a person gave at prompts, by the name of the missing value: `arg.payable`, `flag.amount`. */
export type Answers = ReadonlyMap<string, readonly string[]>;

/** Prompts for missing values; `partial` is everything else, checked. Returns `undefined` if it cannot prompt. */
export type Ask = (missing: Flags, partial: ParsedCommandLine) => Promise<Answers | undefined>;

/**
 * Parses the words after the command's name. Prompts for missing values once everything else is valid.
 *
 * @throws {UsageError} with all problems at once.
 */
export async function parseCommandLine(
  spec: AnyCommand,
  path: readonly string[],
  rest: readonly string[],
  ask: Ask,
): Promise<ParsedCommandLine> {
  const all = flagsOf(spec);
  const help = [`remit ${path.join(' ')} --help`];
  const words = parseArgv(path, all, rest);
  const missing = filterFlags(all, (name) => isMissing(all, name, words));
  if (Object.keys(missing).length === 0) return commandLineOf(spec, readValues(all, words, help));
  const present = filterFlags(all, (name) => !Object.hasOwn(missing, name));
  const partial = ignoringUsageErrors(() => commandLineOf(spec, readValues(present, words)));
  const answers = partial && (await ask(missing, partial));
  return commandLineOf(
    spec,
    readValues(all, (name) => answers?.get(name) ?? words(name), help),
  );
}

const partsOf = (
  spec: AnyCommand,
): Readonly<Record<'arg' | 'flag' | 'global' | 'write', Flags>> => ({
  arg: spec.args ?? {},
  flag: spec.flags ?? {},
  global: globals,
  write: spec.writes ? writeFlags : {},
});

const flagsOf = (spec: AnyCommand): Flags =>
  Object.assign(
    {},
    ...Object.entries(partsOf(spec)).map(([part, values]) => prefixed(part, values)),
  );

function commandLineOf(spec: AnyCommand, values: FlagValues<Flags>): ParsedCommandLine {
  const parts = partsOf(spec);
  const pick = (part: keyof typeof parts) =>
    Object.fromEntries(Object.keys(parts[part]).map((name) => [name, values[`${part}.${name}`]]));
  return {
    args: pick('arg'),
    flags: pick('flag'),
    globals: pick('global') as Globals,
    write: spec.writes ? (pick('write') as WriteFlags) : undefined,
  };
}

const filterFlags = (flags: Flags, matches: (name: string) => boolean): Flags =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => matches(name)));

/** Reports whether a value is required and missing, and no flag that replaces it is given. */
function isMissing(all: Flags, name: string, words: WordsOf): boolean {
  const { required = false, unless } = all[name] ?? {};
  if (words(name).length > 0) return false;
  return required || (unless?.every((name) => words(`flag.${name}`).length === 0) ?? false);
}

/**
 * Returns the value, or `undefined` for a usage error: that is reported together with the missing values, without a
 * prompt.
 */
function ignoringUsageErrors<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Adds the part to each name: the argument `business` and the flag `business` are two values. */
const prefixed = (part: string, flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [`${part}.${name}`, flag]));
