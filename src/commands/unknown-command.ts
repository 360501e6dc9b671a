import { closestMatches } from '../cli/closest-match.ts';
import type { CommandTree } from '../cli/command.ts';
import { UsageError } from '../cli/errors.ts';
import type { CommandMatch } from './find-command.ts';

/** Creates the error for a word that names no command, with the closest commands. */
export function createUnknownCommandError(
  place: CommandMatch,
  tree: CommandTree,
  argv: readonly string[],
): UsageError {
  const path = place.kind === 'root' ? [] : place.path;
  const known =
    place.kind === 'group' ? place.group.commands.map(({ name }) => name) : Object.keys(tree);
  const word = 'unknown' in place ? (place.unknown ?? '') : '';
  const near = closestMatches(word, known);
  const line = ['remit', ...path].join(' ');
  const rest = wordsAfter(word, argv);
  return new UsageError(`'${line} ${word}' is not a command.`, {
    next:
      near.length > 0 ? near.map((name) => [line, name, ...rest].join(' ')) : [`${line} --help`],
  });
}

/** Returns the words after it that can only be words of a command, and not values of flags. */
function wordsAfter(word: string, argv: readonly string[]): readonly string[] {
  const after = argv.slice(argv.indexOf(word) + 1);
  const end = after.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return end < 0 ? after : after.slice(0, end);
}
