/** All that a shell completes, as data: a TAB loads no command. */

import {
  type AnyCommand,
  type CommandTree,
  isListed,
  isSubgroup,
  type Subgroup,
} from '../../cli/command.ts';
import type { Flag, Flags } from '../../cli/flags/flag.ts';
import { flagNames, globals, writeFlags } from '../../cli/flags/global-flags.ts';
import { type ValueKind, valueKindOf } from '../../cli/flags/value-kind.ts';
import { ID_KINDS, type IdKind } from '../../cli/id-kinds.ts';
import { knownColumnsOf } from '../../cli/list/known-columns.ts';
import { useOf } from '../../cli/payable/uses-by-command.ts';
import type { RecordUse } from '../../cli/record-use.ts';
import { helpTopics } from '../help-topics.ts';

/** The words that may follow each command. */
export interface CompletionTable {
  readonly globals: readonly CompletionFlag[];
  /** The flags of every command that writes. */
  readonly writing: readonly CompletionFlag[];
  /** By the words of a command or group, such as `payable list`; `''` for the program itself. */
  readonly places: Readonly<Record<string, CompletionPlace>>;
  /** The columns of results, each set once: `id,amount`. */
  readonly columns: readonly string[];
}

/** The words that may follow a command or a group. */
export interface CompletionPlace {
  readonly subcommands: readonly CompletionWord[];
  readonly flags: readonly CompletionFlag[];
  readonly args: readonly ValueKind[];
  /** Whether the last argument may be repeated. */
  readonly repeats: boolean;
  readonly writes: boolean;
  /** Which columns of the table its result has; absent if it has none. */
  readonly columns?: number;
  /** The records that the command can act on, by kind; all of a kind that is absent. */
  readonly uses?: Partial<Record<IdKind, RecordUse>>;
}

export type CompletionWord = readonly [word: string, help: string];

export interface CompletionFlag {
  /** With their dashes: `-b`, `--business`. */
  readonly names: readonly string[];
  readonly help: string;
  /** The kind of its value; absent for a flag without a value. */
  readonly kind?: ValueKind;
}

/** Builds the table from the commands. Loads all groups. */
export async function completionTable(tree: CommandTree): Promise<CompletionTable> {
  const words = Object.entries(tree).map(([name, { summary }]) => [name, summary] as const);
  const places: Record<string, CompletionPlace> = { '': placeOf(undefined, words) };
  const columns = new Map<string, number>();
  const add = (
    path: string,
    { commands, defaultCommand }: Pick<Subgroup, 'commands' | 'defaultCommand'>,
  ) => {
    const names = defaultCommand ? knownColumnsOf(defaultCommand).join() : '';
    const at = columns.get(names) ?? columns.size;
    if (names !== '') columns.set(names, at);
    places[path] = {
      ...placeOf(
        defaultCommand,
        commands.filter(isListed).map(({ name, summary }) => [name, summary]),
      ),
      ...(names !== '' && { columns: at }),
      ...usesOf(path),
    };
    for (const it of commands)
      add(`${path} ${it.name}`, isSubgroup(it) ? it : { commands: [], defaultCommand: it });
  };
  for (const [name, group] of Object.entries(tree)) add(name, await group.load());
  return {
    globals: flagsOf(globals),
    writing: flagsOf(writeFlags),
    places: { ...places, help: helpPlace(places['help'], words) },
    columns: [...columns.keys()],
  };
}

function usesOf(path: string): Pick<CompletionPlace, 'uses'> {
  const uses = ID_KINDS.flatMap((kind) => {
    const { isFinal: _, ...use } = { isFinal: undefined, ...useOf(kind, path) };
    return Object.keys(use).length === 0 ? [] : [[kind, use] as const];
  });
  return uses.length === 0 ? {} : { uses: Object.fromEntries(uses) };
}

const placeOf = (
  command: AnyCommand | undefined,
  subcommands: readonly CompletionWord[],
): CompletionPlace => {
  const args: readonly Flag[] = Object.values(command?.args ?? {});
  return {
    subcommands: subcommands.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    flags: flagsOf(command?.flags ?? {}),
    args: args.map(valueKindOf),
    repeats: args.at(-1)?.takes === 'many',
    writes: command?.writes ?? false,
  };
};

/** `remit help` takes topics and commands. */
const helpPlace = (
  place = placeOf(undefined, []),
  words: readonly CompletionWord[],
): CompletionPlace => ({
  ...place,
  args: [[...Object.keys(helpTopics), ...words.map(([word]) => word)]],
});

const flagsOf = (flags: Flags): CompletionFlag[] =>
  Object.values(flags)
    .filter(({ isHidden }) => !isHidden)
    .map((flag) => ({
      names: flagNames(flag),
      help: flag.help,
      ...(flag.takes !== 'nothing' && { kind: valueKindOf(flag) }),
    }));
