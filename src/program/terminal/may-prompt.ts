import type { AnyCommand } from '../../cli/command.ts';
import type { Flag } from '../../cli/flags/flag.ts';
import type { Globals } from '../../cli/flags/global-flags.ts';
import type { System } from '../../cli/system.ts';
import type { Operation } from '../../contract/operation.ts';
import type { ParsedCommandLine } from '../line/parse.ts';

/** Whether a command, as it was typed, may put a question to a person: its terminal is held until it does. */
export function mayAsk(
  spec: AnyCommand,
  { args, flags, globals, write }: ParsedCommandLine,
): boolean {
  const given: Record<string, unknown> = { ...args, ...flags };
  const isSettled = globals.yes || write?.dryRun;
  const isAsked = ([name, flag]: [string, Flag]) =>
    given[name] === undefined ? flag.hasMenu || isSecretFile(flag) : isTyped(flag, given[name]);
  return (!isSettled && isConfirmed(spec)) || flagsOf(spec).some(isAsked);
}

/** Whether one of its values is `-`, so that it reads standard input itself before anything is asked. */
export function readsInput(
  spec: AnyCommand,
  { args, flags, globals, write }: ParsedCommandLine,
): boolean {
  const given: Record<string, unknown> = { ...args, ...flags };
  return (
    [globals.tokenFile, write?.data].includes('-') ||
    flagsOf(spec).some(([name, flag]) => given[name] === '-' && !isSecretFile(flag))
  );
}

const isTyped = (flag: Flag, value: unknown) => isSecretFile(flag) && value === '-';

/** A secret goes by standard input, which at a terminal is read without showing it. */
export const isSecretFile = ({ syntax, secret }: Flag): boolean =>
  secret ?? /\w-file <file\|->$/.test(syntax);

/** What moves money or cannot be undone is confirmed; so may be what writes and does not say which operations it calls. */
function isConfirmed({ calls, writes, asks }: AnyCommand): boolean {
  if (asks) return true;
  const operations: readonly Operation[] | undefined = calls;
  if (!operations) return writes === true;
  return operations.some(({ effect, irreversible }) => irreversible || effect === 'money');
}

const flagsOf = ({ args, flags }: AnyCommand): [string, Flag][] =>
  Object.entries({ ...args, ...flags });

type Ends = Pick<System, 'stdin' | 'stderr' | 'env'>;

/** Someone can be asked: both ends of the conversation are terminals and nobody said `--no-input`. */
export const isInteractive = ({ stdin, stderr }: Ends, { noInput }: Globals): boolean =>
  stderr.isTTY && stdin.isTTY && !noInput;

/** A menu moves the cursor: that takes a terminal which can do more than print. */
export const canShowMenus = (ends: Ends, globals: Globals): boolean =>
  isInteractive(ends, globals) && ends.env['TERM'] !== 'dumb';
