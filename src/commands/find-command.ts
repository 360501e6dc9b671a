/** Finds the command of a command line. */

import type { CommandTree, Group } from '../cli/command.ts';
import { type AnyCommand, isSubgroup, type Subgroup } from '../cli/command.ts';
import { flagNames, globals } from '../cli/flags/global-flags.ts';

/** The place in the tree that the words of a command line lead to. */
export type CommandMatch =
  | { readonly kind: 'root'; readonly unknown: string | undefined }
  | {
      readonly kind: 'group';
      readonly path: string[];
      readonly group: Subgroup;
      readonly unknown: string | undefined;
    }
  | {
      readonly kind: 'command';
      readonly path: string[];
      readonly command: AnyCommand;
      readonly rest: string[];
    };

/**
 * Follows the words of `argv` down the tree, past global flags between them, and loads only the group that they name.
 * `rest` is `argv` without the words that name the command.
 */
export async function locate(argv: readonly string[], tree: CommandTree): Promise<CommandMatch> {
  const [first, ...others] = wordPositions(argv);
  const name = first === undefined ? undefined : argv[first];
  const found = name !== undefined && Object.hasOwn(tree, name) ? tree[name] : undefined;
  if (first === undefined || name === undefined || !found) return { kind: 'root', unknown: name };

  const [second = argv.length] = others;
  const alone = aloneIn(found, argv[second]);
  if (alone) {
    const command = await alone();
    return place([name, command.name], command, argv, [first, second]);
  }
  const group: Subgroup = { name, summary: found.summary, ...(await found.load()) };
  return descend(group, [name], others, [first], argv);
}

const aloneIn = ({ standalone }: Group, word: string | undefined) =>
  standalone && word !== undefined && Object.hasOwn(standalone, word)
    ? standalone[word]
    : undefined;

function descend(
  here: Subgroup,
  path: string[],
  ahead: readonly number[],
  used: readonly number[],
  argv: readonly string[],
): CommandMatch {
  const [at, ...others] = ahead;
  const word = at === undefined ? undefined : argv[at];
  const next = here.commands.find((command) => command.name === word);
  if (at !== undefined && next) {
    const deeper = [...path, next.name];
    if (isSubgroup(next)) return descend(next, deeper, others, [...used, at], argv);
    return place(deeper, next, argv, [...used, at]);
  }
  if (
    here.defaultCommand &&
    (word === undefined || takesWords(here.defaultCommand) || isFlag(argv[(at ?? 0) - 1]))
  ) {
    return place(path, here.defaultCommand, argv, used);
  }
  return { kind: 'group', path, group: here, unknown: word };
}

/** Reports whether the command of a group's word takes arguments; a flag's value may also follow the word. */
const takesWords = ({ args }: AnyCommand): boolean => args !== undefined;
const isFlag = (word: string | undefined): boolean => word?.startsWith('-') ?? false;

function place(
  path: string[],
  command: AnyCommand,
  argv: readonly string[],
  used: readonly number[],
): CommandMatch {
  return { kind: 'command', path, command, rest: argv.filter((_, at) => !used.includes(at)) };
}

/** Returns the indexes of the words that are neither flags nor values of global flags, up to `--`. */
function wordPositions(argv: readonly string[]): number[] {
  const positions: number[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') break;
    if (takesNext.has(word)) at++;
    else if (!word.startsWith('-')) positions.push(at);
  }
  return positions;
}

const takesNext = new Set(
  Object.values(globals)
    .filter(({ takes }) => takes !== 'nothing')
    .flatMap(flagNames),
);

/** Reports whether the words contain `-h` or `--help`, before anything else is checked. */
export const asksForHelp = (argv: readonly string[]): boolean =>
  argv.slice(0, end(argv)).some((word) => word === '-h' || word === '--help');

const end = (argv: readonly string[]) => (argv.includes('--') ? argv.indexOf('--') : argv.length);
