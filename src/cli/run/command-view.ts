/** The command that runs, with the view of its result. */

import type { AnyCommand } from '../command.ts';
import type { ParsedCommandLine } from '../line/parse.ts';

/** Reports whether a command line is for every business. */
export const isForAll = ({ globals }: Pick<ParsedCommandLine, 'globals'>): boolean =>
  globals.business === 'all';

/**
 * Returns the command that runs this one for every business.
 *
 * @throws {UsageError} if that is not possible.
 */
export async function forAll(
  command: AnyCommand,
  flags: ParsedCommandLine['flags'],
): Promise<AnyCommand> {
  const { assertRunsForAll, forAllBusinesses } = await import('./all-businesses.ts');
  assertRunsForAll(command, flags);
  return forAllBusinesses(command);
}

/**
 * Returns the command with the view of its result under the given flags and arguments; with `-b all` the one for every
 * business.
 */
export async function withView(command: AnyCommand, typed: ParsedCommandLine): Promise<AnyCommand> {
  const { args, flags, globals } = typed;
  const view = await command.viewFor?.(flags, globals, args);
  const viewed = view ? { ...command, view, calls: [] } : command;
  return isForAll(typed) ? forAll(viewed, flags) : viewed;
}
