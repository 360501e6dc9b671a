import type { Operation } from '../../api/operations/operation.ts';
import type { AnyCommand } from '../command.ts';
import type { Flag } from '../flags/flag.ts';
import type { Globals } from '../flags/global-flags.ts';
import type { ParsedCommandLine } from '../line/parse.ts';
import { isInteractive, type System } from '../system.ts';

/** Reports whether a command, as it was typed, may prompt: if so, the terminal discards keys until it does. */
export function mayAsk(
  spec: AnyCommand,
  { args, flags, globals, write }: ParsedCommandLine,
): boolean {
  const values: Record<string, unknown> = { ...args, ...flags };
  const isSettled = globals.yes || write?.dryRun;
  const isAsked = ([name, flag]: [string, Flag]) =>
    values[name] === undefined ? flag.hasMenu || isSecretFile(flag) : isTyped(flag, values[name]);
  const isGiven = ([name, flag]: [string, Flag]) => flag.confirms && Boolean(values[name]);
  return (
    (!isSettled && (isConfirmed(spec) || flagsOf(spec).some(isGiven))) ||
    flagsOf(spec).some(isAsked)
  );
}

/** Reports whether one of the values is `-`, so that the command reads stdin before any prompt. */
export function readsInput(
  spec: AnyCommand,
  { args, flags, globals, write }: ParsedCommandLine,
): boolean {
  const values: Record<string, unknown> = { ...args, ...flags };
  return (
    [globals.tokenFile, write?.data].includes('-') ||
    flagsOf(spec).some(([name, flag]) => values[name] === '-' && !isSecretFile(flag))
  );
}

const isTyped = (flag: Flag, value: unknown) => isSecretFile(flag) && value === '-';

/** Reports whether a flag names a file with a secret: in a terminal, `-` reads it without echo. */
export const isSecretFile = ({ syntax, secret }: Flag): boolean =>
  secret ?? /\w-file <file\|->$/.test(syntax);

/**
 * Reports whether a command may be confirmed: if it moves money or cannot be undone, or writes without naming its
 * operations.
 */
function isConfirmed({ calls, writes, asks }: AnyCommand): boolean {
  if (asks) return true;
  const operations: readonly Operation[] | undefined = calls;
  if (!operations) return writes === true;
  return operations.some(({ effect, irreversible }) => irreversible || effect === 'money');
}

const flagsOf = ({ args, flags }: AnyCommand): [string, Flag][] =>
  Object.entries({ ...args, ...flags });

/** Reports whether menus can be shown, which needs a terminal that can move its cursor. */
export const canShowMenus = (ends: System, globals: Globals): boolean =>
  isInteractive(ends, globals) && ends.env['TERM'] !== 'dumb';
