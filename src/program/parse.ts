import type { AnyCommand } from '../cli/command.ts';
import { type Flags, readValues } from '../cli/flag.ts';
import { type Globals, globals, type WriteFlags, writeFlags } from '../cli/globals.ts';
import { splitPlain, type WordsOf } from './split.ts';

/** What was typed, checked: everything a command needs to run. */
export interface Typed {
  readonly args: Record<string, unknown>;
  readonly flags: Record<string, unknown>;
  readonly globals: Globals;
  readonly write: WriteFlags | undefined;
}

/** Words after the command's name to values. Throws `UsageError` with everything that is wrong at once. */
export async function parse(
  spec: AnyCommand,
  path: readonly string[],
  rest: readonly string[],
): Promise<Typed> {
  const parts = {
    arg: spec.args ?? {},
    flag: spec.flags ?? {},
    global: globals,
    write: spec.writes ? writeFlags : {},
  };
  const all: Flags = Object.assign(
    {},
    ...Object.entries(parts).map(([part, it]) => prefixed(part, it)),
  );
  const values = readValues(all, await split(path, all, rest));
  const pick = (part: keyof typeof parts) =>
    Object.fromEntries(Object.keys(parts[part]).map((name) => [name, values[`${part}.${name}`]]));
  return {
    args: pick('arg'),
    flags: pick('flag'),
    globals: pick('global') as Globals,
    write: spec.writes ? (pick('write') as WriteFlags) : undefined,
  };
}

/** A positional `business` and the flag `business` are two things. */
const prefixed = (part: string, flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [`${part}.${name}`, flag]));

/** Commander is loaded for the command lines that need it: it knows every way to write one, and what is wrong with one. */
const split = async (
  path: readonly string[],
  all: Flags,
  rest: readonly string[],
): Promise<WordsOf> =>
  splitPlain(all, rest) ?? (await import('./split-any.ts')).splitAny(path, all, rest);
