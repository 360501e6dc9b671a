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

/** Who asks: a command, and the terminal it was typed at. */
export interface Asker {
  /** `payable approve`. */
  readonly command: string;
  readonly host: System;
  readonly around: RunDeps;
}

/** Asks for what is needed and was not given, one thing after the other. Throws `InterruptedError` when an answer is refused. */
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

/** The business to act for, where neither flag, environment nor profile say. */
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

/** What may stand there decides how it is asked for: from a list where there is one, else as a line. */
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

/** What begins so is no list of words. */
const signs = new Set(['?', '%', '/', ':']);

/** `:payable` names its kind, `:*` the one that the argument before it holds. */
function kindIn(wanted: string, { args }: ParsedCommandLine): IdKind | undefined {
  const name = wanted === ':*' ? args['resource'] : wanted.slice(1);
  return wanted.startsWith(':') ? ID_KINDS.find((it) => it === name) : undefined;
}

const profiles = async (context: Context): Promise<readonly MenuChoice[]> =>
  listProfiles(context).map(({ name, baseUrl }) => ({
    word: name,
    text: [name, baseUrl].filter(Boolean).join(' · '),
  }));

/** `Payable to pay`, `Business receives it (--to)`: what help says of it, and how to say it next time. */
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
