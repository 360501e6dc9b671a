import { closestMatches } from '../cli/closest-match.ts';
import type { CommandTree } from '../cli/command.ts';
import { UsageError } from '../money/errors.ts';
import type { CommandMatch } from './find-command.ts';

/** Creates the error for a word that names no command, with the closest commands. */
export function createUnknownCommandError(
  match: CommandMatch,
  tree: CommandTree,
  argv: readonly string[],
): UsageError {
  const path = match.kind === 'root' ? [] : match.path;
  const known =
    match.kind === 'group' ? match.group.commands.map(({ name }) => name) : Object.keys(tree);
  const word = 'unknown' in match ? (match.unknown ?? '') : '';
  const closest = closestMatches(word, known);
  const line = ['remit', ...path].join(' ');
  const rest = commandWordsAfter(word, argv);
  return new UsageError(`'${line} ${word}' is not a command.`, {
    next:
      closest.length > 0
        ? closest.map((name) => [line, name, ...rest].join(' '))
        : [`${line} --help`],
  });
}

/** Returns the words after it that can only be words of a command, and not values of flags. */
function commandWordsAfter(word: string, argv: readonly string[]): readonly string[] {
  const after = argv.slice(argv.indexOf(word) + 1);
  const end = after.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return end < 0 ? after : after.slice(0, end);
}
