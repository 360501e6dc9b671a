import {
  type AnyCommand,
  type CommandTree,
  type Group,
  type GroupModule,
  isSubgroup,
  type Subgroup,
} from '../cli/command.ts';
import { flagNames, globals, shortFlagPattern } from '../cli/flags/global-flags.ts';
import { memoize } from '../memoize.ts';

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
      /** The commands below its word, if it is the command that a group's word alone runs. */
      readonly below: GroupModule['commands'];
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
  const standalone = standaloneOf(found, argv[second]);
  if (standalone) {
    const command = await standalone();
    return matchOf([name, command.name], command, argv, [first, second]);
  }
  const group: Subgroup = { name, summary: found.summary, ...(await found.load()) };
  return descend(group, [name], others, [first], argv);
}

const standaloneOf = ({ standalone }: Group, word: string | undefined) =>
  standalone && word !== undefined && Object.hasOwn(standalone, word)
    ? standalone[word]
    : undefined;

function descend(
  group: Subgroup,
  path: string[],
  remaining: readonly number[],
  consumed: readonly number[],
  argv: readonly string[],
): CommandMatch {
  const [at, ...others] = remaining;
  const word = at === undefined ? undefined : argv[at];
  const next = group.commands.find((command) => command.name === word);
  if (at !== undefined && next) {
    const childPath = [...path, next.name];
    if (isSubgroup(next)) return descend(next, childPath, others, [...consumed, at], argv);
    return matchOf(childPath, next, argv, [...consumed, at]);
  }
  if (
    group.defaultCommand &&
    (word === undefined || takesArguments(group.defaultCommand) || isFlag(argv[(at ?? 0) - 1]))
  ) {
    return matchOf(path, group.defaultCommand, argv, consumed, group.commands);
  }
  return { kind: 'group', path, group, unknown: word };
}

/** Reports whether the command of a group's word takes arguments; a flag's value may also follow the word. */
const takesArguments = ({ args }: AnyCommand): boolean => args !== undefined;
const isFlag = (word: string | undefined): boolean => word?.startsWith('-') ?? false;

function matchOf(
  path: string[],
  command: AnyCommand,
  argv: readonly string[],
  consumed: readonly number[],
  below: GroupModule['commands'] = [],
): CommandMatch {
  const rest = argv.filter((_, at) => !consumed.includes(at));
  return { kind: 'command', path, command, below, rest };
}

/** Returns the indexes of the words that are neither flags nor values of global flags, up to `--`. */
function wordPositions(argv: readonly string[]): number[] {
  const positions: number[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-')) positions.push(at);
    else if (flagsWithValue.has(word) || shortWithValue().exec(word)?.[1] === '') at++;
  }
  return positions;
}

const flagsWithValue = new Set(
  Object.values(globals)
    .filter(({ takes }) => takes !== 'nothing')
    .flatMap(flagNames),
);
const shortWithValue = memoize(() =>
  shortFlagPattern(
    `-[${[...flagsWithValue].flatMap((name) => /^-(\w)$/.exec(name)?.[1] ?? []).join('')}]`,
  ),
);

/** Returns the help that the words ask for, before anything else is checked; `undefined` without `-h` or `--help`. */
export function requestedHelp(argv: readonly string[]): 'short' | 'full' | undefined {
  const words = argv.slice(0, end(argv));
  if (words.includes('--help=full')) return 'full';
  return words.includes('-h') || words.includes('--help') ? 'short' : undefined;
}

const end = (argv: readonly string[]) => (argv.includes('--') ? argv.indexOf('--') : argv.length);
