import type { Choice, Context } from '../../cli/context.ts';
import { ID_KINDS, type IdKind } from '../../cli/extract-ids.ts';
import { BadValue, type Flag, type Flags } from '../../cli/flags/flag.ts';
import { spellings } from '../../cli/flags/global-flags.ts';
import type { Host } from '../../cli/system.ts';
import { wantedOf } from '../../commands/completion/value-kinds.ts';
import { NoBusiness } from '../../errors/errors.ts';
import { interruptedOr } from '../../service/interrupt.ts';
import { type Around, openRun } from '../command-scope.ts';
import type { Answers, Typed } from '../line/parse.ts';
import { isSecretFile } from './may-prompt.ts';
import { choicesOf } from './resource-choices.ts';
import { pick, type Terminal, type } from './select.ts';
import { lively } from './spinner.ts';

/** Who asks: a command, and the terminal it was typed at. */
export interface Asker {
  /** `payable approve`. */
  readonly command: string;
  readonly host: Host;
  readonly around: Around;
}

/** Asks for what is needed and was not given, one thing after the other. Throws `Interrupted` when an answer is refused. */
export async function askMissing(lacking: Flags, soFar: Typed, asker: Asker): Promise<Answers> {
  const answers = new Map<string, readonly string[]>();
  let typed = soFar;
  for (const [name, flag] of Object.entries(lacking)) {
    const ask = () =>
      answerTo(flag, { ...typed, args: { ...typed.args, ...argsIn(answers) } }, asker);
    const answer = await ask().catch(async (error: unknown) => {
      if (!(error instanceof NoBusiness)) throw error;
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
export const askBusiness = async (typed: Typed, { host, around }: Asker): Promise<string> =>
  withContext(typed, { host, around }, async (context) =>
    pick('Business to act for (-b)', await choicesOf('business', '', context), {
      host,
      globals: typed.globals,
    }),
  );

/** What may stand there decides how it is asked for: from a list where there is one, else as a line. */
async function answerTo(flag: Flag, typed: Typed, asker: Asker): Promise<string> {
  const terminal: Terminal = { host: asker.host, globals: typed.globals };
  if (isSecretFile(flag)) return '-';
  const choices = await choicesFor(flag, typed, asker);
  if (choices.length > 0) return pick(questionFor(flag), choices, terminal);
  return type(questionFor(flag), (line) => wrongWith(flag, line), terminal);
}

async function choicesFor(flag: Flag, typed: Typed, asker: Asker): Promise<readonly Choice[]> {
  const { syntax, choices = [] } = flag;
  const wanted = wantedOf(asker.command, { syntax, choices, names: spellings(flag) });
  const kind = kindIn(wanted, typed);
  if (kind) return withContext(typed, asker, (context) => choicesOf(kind, asker.command, context));
  if (wanted === '^') return withContext(typed, asker, profiles);
  if (signs.has(wanted.slice(0, 1))) return [];
  return wanted.split(',').map((word) => ({ word, text: word }));
}

/** What begins so is no list of words. */
const signs = new Set(['?', '%', '/', ':']);

/** `:payable` names its kind, `:*` the one that the argument before it holds. */
function kindIn(wanted: string, { args }: Typed): IdKind | undefined {
  const name = wanted === ':*' ? args['resource'] : wanted.slice(1);
  return wanted.startsWith(':') ? ID_KINDS.find((it) => it === name) : undefined;
}

const profiles = async (context: Context): Promise<readonly Choice[]> =>
  (await context.profiles.list()).map(({ name, baseUrl }) => ({
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
    if (error instanceof BadValue) return `It ${error.message}.`;
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
  typed: Typed,
  { host, around }: Pick<Asker, 'host' | 'around'>,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const shown = lively(host, typed.globals, { kind: 'json' });
  const its = openRun(typed, shown.host, around);
  try {
    return await work(its.context);
  } catch (error) {
    throw interruptedOr(error, host);
  } finally {
    shown.end();
    await its.close();
  }
}
