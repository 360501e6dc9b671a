/** `remit __complete <words…> <current>`, which the completion scripts run at each TAB. Nothing is sent or written. */

import type { CommandTree } from '../../cli/command.ts';
import type { ValueKind } from '../../cli/flags/value-kind.ts';
import { type CompletableId, ID_KINDS, type IdKind, isCompletableId } from '../../cli/id-kinds.ts';
import { fits } from '../../cli/record-use.ts';
import type { System } from '../../cli/system.ts';
import { foldersOf } from '../../config/folders.ts';
import { type Configuration, readConfiguration } from '../../config/profiles.ts';
import { sanitize } from '../../render/sanitize.ts';
import { cachedIds } from '../../runtime/id-cache.ts';
import { Position, splitFlag } from './position.ts';
import type { CompletionFlag, CompletionTable, CompletionWord } from './table.ts';

/** The candidates for the current word, and what the shell itself completes. */
interface Offer {
  readonly shell: 'files' | 'directories' | '@files' | 'nothing';
  readonly candidates: readonly CompletionWord[];
}

/**
 * Returns what may be put in the place of the last word: a line with what the shell itself completes, then a line for each
 * candidate, with its help after a tab. Without words it is the table that the build keeps, as JSON.
 */
export async function complete(
  words: readonly string[],
  system: System,
  tree: CommandTree,
): Promise<string> {
  const built = await system.readBuiltFile('completions.json');
  const table: CompletionTable = built
    ? JSON.parse(built)
    : await (await import('./table.ts')).completionTable(tree);
  const current = words.at(-1);
  if (current === undefined) return `${JSON.stringify(table)}\n`;
  const position = new Position(table, words.slice(0, -1));
  const { shell, candidates } = offerAt(position, current, system);
  const lines = candidates.map(([word, help]) => (help === '' ? word : `${word}\t${help}`));
  return [shell, ...lines, ''].join('\n');
}

function offerAt(position: Position, current: string, system: System): Offer {
  const { flag, isClosed, argument, subcommands } = position;
  if (flag?.kind) return offerValue(flag.kind, current, position, system);
  if (!isClosed && current.startsWith('-')) return offerFlags(position, current, system);
  const isOver = argument === undefined && subcommands.length === 0;
  if (isOver && current === '' && !isClosed) return offerWords(wordsOf(position.ownFlags), '');
  const words = offerWords(subcommands, current).candidates;
  const value = offerValue(argument ?? 'anything', current, position, system);
  return { ...value, candidates: [...words, ...value.candidates] };
}

/** Offers the names of flags, and behind `=` the values of one. */
function offerFlags(position: Position, current: string, system: System): Offer {
  const { name, value } = splitFlag(current);
  if (value === undefined) return offerWords(wordsOf(position.flags), current);
  const kind = position.flagNamed(name)?.kind ?? 'anything';
  const { shell, candidates } = offerValue(kind, value, position, system);
  return { shell, candidates: candidates.map(([word, help]) => [`${name}=${word}`, help]) };
}

function offerValue(kind: ValueKind, value: string, position: Position, system: System): Offer {
  switch (kind) {
    case 'file':
      return { shell: 'files', candidates: [] };
    case 'directory':
      return { shell: 'directories', candidates: [] };
    case '@file':
      return { shell: value.startsWith('@') ? '@files' : 'nothing', candidates: [] };
    case 'anything':
      return offerWords([], value);
    case 'profile':
      return offerWords(profilesOf(system), value);
    case 'columns':
      return offerColumns(position.columns, value);
    case 'id':
      return offerIds(kindNamed(position.last), value, position, system);
    default:
      return typeof kind === 'string'
        ? offerIds(kind, value, position, system)
        : offerWords(
            kind.map((word) => [word, ''] as const),
            value,
          );
  }
}

/** Words are matched in upper and lower case. */
function offerWords(words: readonly CompletionWord[], value: string): Offer {
  const start = value.toLowerCase();
  return {
    shell: 'nothing',
    candidates: words.filter(([word]) => word.toLowerCase().startsWith(start)),
  };
}

/** Offers columns behind the last comma, each once; `all` of them only alone. */
function offerColumns(columns: readonly string[], value: string): Offer {
  const before = value.slice(0, value.lastIndexOf(',') + 1);
  const chosen = before.split(',');
  const rest = columns.filter((it) => !chosen.includes(it)).map((it) => `${before}${it}`);
  const all = before === '' && columns.length > 0 ? ['all'] : [];
  return offerWords(
    [...rest, ...all].map((word) => [word, ''] as const),
    value,
  );
}

/**
 * Offers the ids that lists of the profile have shown, of records that the command can act on; and the invoice numbers of
 * payables, once one is begun.
 */
function offerIds(
  kind: IdKind | undefined,
  value: string,
  position: Position,
  system: System,
): Offer {
  const profile =
    position.profile ?? (system.env['REMIT_PROFILE'] || configurationOf(system)?.current);
  const cached = kind && profile ? cachedIds(system, profile, kind) : [];
  const use = kind && position.place.uses?.[kind];
  const usable = use ? cached.filter(({ facts }) => fits(use, facts)) : cached;
  const ids = usable.filter(({ id }) => id.startsWith(value));
  const numbered = value === '' ? [] : usable.filter((it) => isNumberLike(it, value));
  const described = [
    ...ids.map(({ id, text }) => [id, text] as const),
    ...numbered.map(({ invoiceNumber = '', text }) => [invoiceNumber, text] as const),
  ];
  return {
    shell: 'nothing',
    candidates: described.map(([word, text]) => [word, sanitize(text)] as const),
  };
}

/** Reports whether the invoice number of a payable begins with a text, in upper or lower case. */
const isNumberLike = ({ invoiceNumber }: CompletableId, value: string) =>
  invoiceNumber !== undefined &&
  isCompletableId(invoiceNumber) &&
  invoiceNumber.toLowerCase().startsWith(value.toLowerCase());

/** Returns the kind that an argument names; `sync` is that of an accounting integration. */
const kindNamed = (word: string) =>
  word === 'sync' ? 'integration' : ID_KINDS.find((kind) => kind === word);

const profilesOf = (system: System): CompletionWord[] =>
  Object.keys(configurationOf(system)?.profiles ?? {}).map((name) => [name, '']);

/** Returns the configuration; `undefined` if it cannot be read, which the command itself will explain. */
function configurationOf(system: System): Configuration | undefined {
  try {
    return readConfiguration(foldersOf(system));
  } catch {
    return undefined;
  }
}

const wordsOf = (flags: readonly CompletionFlag[]): CompletionWord[] =>
  flags.flatMap(({ names, help }) => names.map((name) => [name, help] as const));
