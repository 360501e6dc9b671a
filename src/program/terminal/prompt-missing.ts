/** Prompts for required values that are missing. */

import type { Context, MenuChoice } from '../../cli/context.ts';
import { ID_KINDS, type IdKind } from '../../cli/extract-ids.ts';
import { type Flag, type Flags, InvalidValueError } from '../../cli/flags/flag.ts';
import { flagNames } from '../../cli/flags/global-flags.ts';
import type { System } from '../../cli/system.ts';
import { valueKindOf } from '../../commands/completion/value-kinds.ts';
import { NoBusinessError } from '../../errors/errors.ts';
import { toInterruptedError } from '../../service/interrupt.ts';
import { listProfiles } from '../../service/profiles.ts';
import { openRun, type RunDeps } from '../command-scope.ts';
import type { Answers, ParsedCommandLine } from '../line/parse.ts';
import { isSecretFile } from './may-prompt.ts';
import { choicesOf } from './resource-choices.ts';
import { type PromptTerminal, pick, promptText } from './select.ts';
import { withSpinner } from './spinner.ts';

/** The command that prompts, and its host. */
export interface Asker {
  /** The words of the command: `payable approve`. */
  readonly command: string;
  readonly host: System;
  readonly around: RunDeps;
}

/**
 * Prompts for the missing values, one after the other.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
export async function askMissing(
  lacking: Flags,
  soFar: ParsedCommandLine,
  asker: Asker,
): Promise<Answers> {
  const answers = new Map<string, readonly string[]>();
  let typed = soFar;
  for (const [name, flag] of Object.entries(lacking)) {
    const ask = () =>
      answerTo(flag, { ...typed, args: { ...typed.args, ...argsIn(answers) } }, asker);
    const answer = await ask().catch(async (error: unknown) => {
      if (!(error instanceof NoBusinessError)) throw error;
      const business = await askBusiness(typed, asker);
      answers.set('global.business', [business]);
      typed = { ...typed, globals: { ...typed.globals, business } };
      return ask();
    });
    answers.set(name, [answer]);
  }
  return answers;
}

/**
 * Prompts for the business to act for, if neither flag, environment nor profile gives it.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
export const askBusiness = async (
  typed: ParsedCommandLine,
  { host, around }: Asker,
): Promise<string> =>
  withContext(typed, { host, around }, async (context) =>
    pick('Business to act for (-b)', await choicesOf('business', '', context), {
      host,
      globals: typed.globals,
    }),
  );

/** Prompts for one value: with a menu if its candidates are known, else for a line. */
async function answerTo(flag: Flag, typed: ParsedCommandLine, asker: Asker): Promise<string> {
  const terminal: PromptTerminal = { host: asker.host, globals: typed.globals };
  if (isSecretFile(flag)) return '-';
  const choices = await choicesFor(flag, typed, asker);
  if (choices.length > 0) return pick(questionFor(flag), choices, terminal);
  return promptText(questionFor(flag), (line) => wrongWith(flag, line), terminal);
}

async function choicesFor(
  flag: Flag,
  typed: ParsedCommandLine,
  asker: Asker,
): Promise<readonly MenuChoice[]> {
  const { syntax, choices = [] } = flag;
  const wanted = valueKindOf(asker.command, { syntax, choices, names: flagNames(flag) });
  const kind = kindIn(wanted, typed);
  if (kind) return withContext(typed, asker, (context) => choicesOf(kind, asker.command, context));
  if (wanted === '^') return withContext(typed, asker, profiles);
  if (signs.has(wanted.slice(0, 1))) return [];
  return wanted.split(',').map((word) => ({ word, text: word }));
}

/** First characters of value kinds that are not a list of words. */
const signs = new Set(['?', '%', '/', ':']);

/** Returns the kind of id of a value kind: `:payable` names it, and `:*` takes that of the argument `resource`. */
function kindIn(wanted: string, { args }: ParsedCommandLine): IdKind | undefined {
  const name = wanted === ':*' ? args['resource'] : wanted.slice(1);
  return wanted.startsWith(':') ? ID_KINDS.find((kind) => kind === name) : undefined;
}

const profiles = async (context: Context): Promise<readonly MenuChoice[]> =>
  listProfiles(context).map(({ name, baseUrl }) => ({
    word: name,
    text: [name, baseUrl].filter(Boolean).join(' · '),
  }));

/**
 * Returns the text of a prompt from the help of the flag, with its name: `Payable to pay`, `Business receives it
 * (--to)`.
 */
function questionFor({ help, syntax }: Flag): string {
  const [name] = /--[\w-]+/.exec(syntax) ?? [];
  return `${help.charAt(0).toUpperCase()}${help.slice(1)}${name === undefined ? '' : ` (${name})`}`;
}

function wrongWith(flag: Flag, line: string): string | undefined {
  try {
    flag.read([line]);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidValueError) return `It ${error.message}.`;
    throw error;
  }
}

const argsIn = (answers: Answers) =>
  Object.fromEntries(
    [...answers]
      .filter(([name]) => name.startsWith('arg.'))
      .map(([name, [word]]) => [name.slice('arg.'.length), word]),
  );

async function withContext<Result>(
  typed: ParsedCommandLine,
  { host, around }: Pick<Asker, 'host' | 'around'>,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const shown = withSpinner(host, typed.globals, { kind: 'json' });
  const its = openRun(typed, shown.host, around);
  try {
    return await work(its.context);
  } catch (error) {
    throw toInterruptedError(error, host);
  } finally {
    shown.end();
    await its.close();
  }
}
