import { Argument, Command, CommanderError, Option } from 'commander';
import type { AnyCommand } from '../cli/command.ts';
import { UsageError } from '../cli/errors.ts';
import { type Flag, type Flags, readValues } from '../cli/flag.ts';
import { type Globals, globals, type WriteFlags, writeFlags } from '../cli/globals.ts';

/** What was typed, checked: everything a command needs to run. */
export interface Typed {
  readonly args: Record<string, unknown>;
  readonly flags: Record<string, unknown>;
  readonly globals: Globals;
  readonly write: WriteFlags | undefined;
}

/** Words after the command's name to values. Throws `UsageError` with everything that is wrong at once. */
export function parse(spec: AnyCommand, path: readonly string[], rest: readonly string[]): Typed {
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
  const values = readValues(all, wordsOf(path, all, rest));
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

/** Commander does the splitting; what it stores is the raw words of each flag. */
function wordsOf(path: readonly string[], all: Flags, rest: readonly string[]) {
  const self = new Command(`remit ${path.join(' ')}`)
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .allowExcessArguments(false)
    .action(() => {});
  const positions: string[] = [];
  for (const [name, flag] of Object.entries(all)) {
    if (flag.syntax.startsWith('-')) self.addOption(toOption(name, flag));
    else {
      self.addArgument(toArgument(flag));
      positions.push(name);
    }
  }
  try {
    self.parse([...rest], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UsageError(sentence(error.message), { next: [`remit ${path.join(' ')} --help`] });
  }
  return (name: string): readonly string[] => {
    const position = positions.indexOf(name);
    const value = position < 0 ? self.getOptionValue(name) : self.processedArgs[position];
    return value === undefined ? [] : Array.isArray(value) ? value : [String(value)];
  };
}

function toOption(name: string, { syntax, help, takes }: Flag): Option {
  const option = new Option(syntax, help);
  // Two flags may differ in `no-` only (`--header`, `--no-header`): each keeps a name of its own.
  option.attributeName = () => name;
  option.negate = false;
  if (takes === 'nothing') return option;
  return option.argParser((word: string, before: string[] | undefined) =>
    takes === 'many' ? [...(before ?? []), word] : [word],
  );
}

/** What must be there is checked with everything else, so commander is told that nothing must. */
const toArgument = ({ syntax, help }: Flag) =>
  new Argument(syntax.replace('<', '[').replace('>', ']'), help);

const sentence = (text: string) => {
  const plain = text.replace(/^error: /, '').replace(/\n/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};
