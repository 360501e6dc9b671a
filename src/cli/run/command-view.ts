/** The command that runs, with the view of its result. */

import type { AnyCommand } from '../command.ts';
import type { ParsedCommandLine } from '../line/parse.ts';
import type { System } from '../system.ts';

export const isForAll = ({ globals }: Pick<ParsedCommandLine, 'globals'>): boolean =>
  globals.business === 'all';

/**
 * Returns a command line with the `all` of `REMIT_BUSINESS`, if it names no business and its command can be run for every
 * one. Other commands refuse it when they ask for their business: some need none.
 */
export const withAllOfEnvironment = (
  { perBusiness }: AnyCommand,
  typed: ParsedCommandLine,
  { env }: Pick<System, 'env'>,
): ParsedCommandLine =>
  perBusiness && typed.globals.business === undefined && env['REMIT_BUSINESS'] === 'all'
    ? { ...typed, globals: { ...typed.globals, business: 'all' } }
    : typed;

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
