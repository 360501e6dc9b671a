/** Prompts for required values that are missing. */

import { NoBusinessError } from '../../errors/errors.ts';
import { toInterruptedError } from '../../runtime/interrupt.ts';
import { listProfiles } from '../../runtime/profiles.ts';
import type { Context, MenuChoice } from '../context.ts';
import { type Flag, type Flags, problemOf } from '../flags/flag.ts';
import { flagNames } from '../flags/global-flags.ts';
import { type ValueKind, valueKindOf } from '../flags/value-kind.ts';
import { ID_KINDS, type IdKind } from '../id-kinds.ts';
import type { Answers, ParsedCommandLine } from '../line/parse.ts';
import { openRun, type RunDeps } from '../run/command-scope.ts';
import type { System } from '../system.ts';
import { askText, questionFor } from './field.ts';
import { isSecretFile } from './may-prompt.ts';
import { type Choices, pick, pickSeveral } from './menu.ts';
import { type ChoiceSource, choicesOf } from './resource-choices.ts';
import { withSpinner } from './spinner.ts';

/** The command that prompts, and its system. */
export interface Asker {
  /** The words of the command: `payable approve`. */
  readonly command: string;
  readonly system: System;
  readonly deps: RunDeps;
}

/**
 * Prompts for the missing values, one after the other.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
export async function askMissing(
  missing: Flags,
  partial: ParsedCommandLine,
  asker: Asker,
): Promise<Answers> {
  const answers = new Map<string, readonly string[]>();
  let commandLine = partial;
  for (const [name, flag] of Object.entries(missing)) {
    const ask = () =>
      answerTo(flag, { ...commandLine, args: { ...commandLine.args, ...argsIn(answers) } }, asker);
    const answer = await ask().catch(async (error: unknown) => {
      if (!(error instanceof NoBusinessError)) throw error;
      const business = await askBusiness(commandLine, asker);
      answers.set('global.business', [business]);
      commandLine = { ...commandLine, globals: { ...commandLine.globals, business } };
      return ask();
    });
    answers.set(name, answer);
    const [flagName] = flagNames(flag);
    if (isSecretFile(flag)) asker.deps.form?.addSecret(flagName ?? flag.syntax);
    else asker.deps.form?.add(flagName, answer);
  }
  return answers;
}

/**
 * Prompts for the business to act for, if neither flag, environment nor profile gives it.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
export async function askBusiness(
  commandLine: ParsedCommandLine,
  { system, deps }: Asker,
): Promise<string> {
  const business = await withChoices(
    commandLine,
    { system, deps },
    (context) => choicesOf('business', '', context),
    (choices) => pick('Business to act for (-b)', choices, system),
  );
  deps.form?.add('-b', [business]);
  return business;
}

/** Prompts for the words of one value: with a menu if its candidates are known, otherwise for a line. */
async function answerTo(
  flag: Flag,
  commandLine: ParsedCommandLine,
  asker: Asker,
): Promise<readonly string[]> {
  const { system } = asker;
  if (isSecretFile(flag)) return ['-'];
  const question = questionForFlag(flag);
  const choose = async (choices: Choices): Promise<readonly string[]> =>
    flag.takes === 'many'
      ? pickSeveral(question, choices, system)
      : [await pick(question, choices, system)];
  const valueKind = valueKindOf(flag);
  const kind = idKindIn(valueKind, commandLine);
  if (kind) {
    return withChoices(
      commandLine,
      asker,
      (context) => choicesOf(kind, asker.command, context),
      choose,
    );
  }
  const named =
    valueKind === 'profile' ? await withContext(commandLine, asker, profiles) : wordsIn(valueKind);
  if (named.length > 0) return choose({ choices: named });
  return [await askText(question, (line) => problemOf(line, (text) => flag.read([text])), system)];
}

/** Returns the choices of a value that is one of several words. */
const wordsIn = (valueKind: ValueKind): readonly MenuChoice[] =>
  typeof valueKind === 'string' ? [] : valueKind.map((value) => ({ value, text: value }));

/** Returns the kind of id of a value kind: an `id` is of the kind that the argument `resource` names. */
function idKindIn(valueKind: ValueKind, { args }: ParsedCommandLine): IdKind | undefined {
  const name = valueKind === 'id' ? args['resource'] : valueKind;
  return ID_KINDS.find((kind) => kind === name);
}

const profiles = async (context: Context): Promise<readonly MenuChoice[]> =>
  listProfiles(context).map(({ name, baseUrl }) => ({
    value: name,
    text: [name, baseUrl].filter(Boolean).join(' · '),
  }));

/**
 * Returns the text of a prompt from the help of the flag, with its name: `Payable to pay`, `Business receives it
 * (--bank)`.
 */
function questionForFlag(flag: Flag): string {
  const { help } = flag;
  const name = flagNames(flag).findLast((it) => it.startsWith('--'));
  return questionFor({
    label: `${help.charAt(0).toUpperCase()}${help.slice(1)}`,
    ...(name !== undefined && { flag: name }),
  });
}

const argsIn = (answers: Answers) =>
  Object.fromEntries(
    [...answers]
      .filter(([name]) => name.startsWith('arg.'))
      .map(([name, [word]]) => [name.slice('arg.'.length), word]),
  );

/** Shows a menu whose choices are read from the service; what is not read by its end is not read any more. */
const withChoices = <Result>(
  commandLine: ParsedCommandLine,
  asker: Pick<Asker, 'system' | 'deps'>,
  read: (context: Context) => Promise<ChoiceSource>,
  choose: (choices: ChoiceSource) => Promise<Result>,
): Promise<Result> =>
  withContext(commandLine, asker, async (context, endSpinner) => {
    const source = await read(context).finally(endSpinner);
    return choose(source).finally(source.stop);
  });

/** Opens a run for reads before the command, with a spinner until `work` has ended, or ends it. */
export async function withContext<Result>(
  commandLine: ParsedCommandLine,
  { system, deps }: Pick<Asker, 'system' | 'deps'>,
  work: (context: Context, endSpinner: () => void) => Promise<Result>,
): Promise<Result> {
  const spinner = withSpinner(system, commandLine.globals, { kind: 'json' });
  const commandRun = openRun(commandLine, spinner.system, deps);
  try {
    return await work(commandRun.context, spinner.end);
  } catch (error) {
    throw toInterruptedError(error, system);
  } finally {
    spinner.end();
    await commandRun.close();
  }
}
