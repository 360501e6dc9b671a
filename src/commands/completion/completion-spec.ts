/** The data of a completion script, independent of the shell. */

import type { CatalogEntry, CatalogFlag } from '../command-catalog.ts';
import { helpTopics } from '../help-topics.ts';
import { type ValueKind, valueKindOf } from './value-kinds.ts';

/** The data of a completion script: the words that may follow each command. */
export interface Outline {
  readonly slots: readonly CompletionSlot[];
  readonly globals: readonly FlagWord[];
  /** The flags of every command that writes. */
  readonly writing: readonly FlagWord[];
}

/** A position after some words of a command line: `payable`, `payable list`; `''` for the program itself. */
export interface CompletionSlot {
  readonly path: string;
  readonly subcommands: readonly Word[];
  readonly flags: readonly FlagWord[];
  /** One for each argument; the last ends in `...` if it may be repeated. */
  readonly args: readonly ValueKind[];
  readonly writes: boolean;
}

/** A word with its help. */
export interface Word {
  readonly name: string;
  readonly help: string;
}

/** A name of a flag. */
export interface FlagWord extends Word {
  /** The kind of its value; `undefined` for a flag without a value. */
  readonly valueKind: ValueKind | undefined;
}

/** Builds the data from the catalog. `groups` maps each word that has commands below it to its summary. */
export function outlineOf(
  catalog: readonly CatalogEntry[],
  groups: Readonly<Record<string, string>>,
  globals: readonly CatalogFlag[],
): Outline {
  const byPath = new Map(catalog.map((entry) => [entry.command, entry]));
  const summaries = new Map([
    ...catalog.map(({ command, summary }): [string, string] => [command, summary]),
    ...Object.entries(groups),
  ]);
  const childrenOf = (path: string): Word[] =>
    [...summaries]
      .filter(([child]) => child !== '' && parentOf(child) === path)
      .map(([child, help]) => ({ name: child.slice(path.length).trim(), help }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const writing = catalog.find(({ writes }) => writes)?.flags.filter(isWriting) ?? [];
  return {
    slots: ['', ...summaries.keys()]
      .toSorted()
      .map((path) => slotOf(path, childrenOf(path), byPath.get(path)))
      .map((slot) => (slot.path === 'help' ? { ...slot, args: [helpSlot(childrenOf(''))] } : slot))
      .filter(isUseful),
    globals: globals.flatMap((flag) => flagWords('', flag)),
    writing: writing.flatMap((flag) => flagWords('', flag)),
  };
}

/** Returns the words that `remit help` takes: topics and the first words of commands. */
const helpSlot = (subcommands: readonly Word[]) =>
  `${[...Object.keys(helpTopics), ...subcommands.map(({ name }) => name)].join(',')}...`;

function slotOf(
  path: string,
  subcommands: readonly Word[],
  entry: CatalogEntry | undefined,
): CompletionSlot {
  const { flags = [], writes = false } = entry ?? {};
  const args = entry?.arguments ?? [];
  return {
    path,
    subcommands,
    flags: flags
      .filter((flag) => !(writes && isWriting(flag)))
      .flatMap((flag) => flagWords(path, flag)),
    args: args.map((arg) => `${valueKindOf(path, arg)}${arg.takes === 'many' ? '...' : ''}`),
    writes,
  };
}

const isUseful = ({ subcommands, flags, args, writes }: CompletionSlot) =>
  writes || [subcommands, flags, args].some(({ length }) => length > 0);

/** Returns one word for each name of a flag. */
const flagWords = (command: string, flag: CatalogFlag): FlagWord[] =>
  flag.names.map((name) => ({
    name,
    help: flag.help,
    valueKind: flag.takes === 'nothing' ? undefined : valueKindOf(command, flag),
  }));

const isWriting = ({ group }: CatalogFlag) => group === 'Writing';

const parentOf = (path: string) => path.split(' ').slice(0, -1).join(' ');
