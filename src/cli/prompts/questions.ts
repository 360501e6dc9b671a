import { GuardError } from '../../money/errors.ts';
import type { Consent } from '../../money/journal/intent.ts';
import type { Asking, Stake } from '../../money/port.ts';
import type { QuestionLine } from '../../render/cuttable.ts';
import type { Secrets } from '../../runtime/secrets.ts';
import type { AskElsewhere, Context } from '../context.ts';
import type { Globals, WriteFlags } from '../flags/global-flags.ts';
import { isInteractive, type System } from '../system.ts';
import { canShowMenus } from './may-prompt.ts';
import type { TypedForm } from './typed-form.ts';

interface Parts {
  readonly system: System;
  readonly globals: Globals;
  readonly write: WriteFlags | undefined;
  readonly secrets: Secrets;
  readonly typeAmountAbove: () => number;
  /** Keeps what is typed, except secrets. */
  readonly form: TypedForm | undefined;
  /** Asks for a confirmation elsewhere than in the terminal. */
  readonly askElsewhere: AskElsewhere | undefined;
}

/** The prompts of a command: `confirm` and the others. */
export interface Questions extends Asking, Pick<Context, 'confirmNext' | 'prompt'> {}

/** Creates the prompts that a command may show. Their code is loaded at the first prompt. */
export function createQuestions(parts: Parts): Questions {
  const { write } = parts;
  let consent: Consent | null = null;
  let unconfirmed: readonly QuestionLine[] = [];
  return {
    confirm: async (lines, question, stake) => {
      if (write?.dryRun) return false;
      // A question that is not answered leaves none of an earlier one.
      consent = null;
      consent = await consentTo([...lines, ...unconfirmed], question, stake, parts);
      unconfirmed = [];
      return consent !== 'yes' && consent !== 'yes-expected';
    },
    confirmNext: (lines) => {
      unconfirmed = [...unconfirmed, ...lines];
    },
    consent: () => consent,
    assertConfirmed: () => {
      if (unconfirmed.length === 0) return;
      throw new GuardError('not_confirmed', [
        'Not confirmed; nothing was sent.',
        ...unconfirmed.map(String),
      ]);
    },
    prompt: promptsOf(parts),
  };
}

async function consentTo(
  lines: readonly QuestionLine[],
  question: QuestionLine,
  stake: Stake | undefined,
  { system, globals, typeAmountAbove, askElsewhere }: Parts,
): Promise<Consent> {
  if (askElsewhere) return askElsewhere(lines, question, stake);
  const { confirm } = await import('./prompt.ts');
  const isAsked = await confirm({ lines, question, stake, typeAmountAbove }, system, globals);
  if (isAsked) return 'prompt';
  return stake?.isExpected ? 'yes-expected' : 'yes';
}

const promptsOf = ({ system, globals, secrets, form }: Parts): Context['prompt'] => ({
  isPossible: () => isInteractive(system, globals),
  lend: system.stdin.keyboard.lend,
  pause: async (text) => (await import('./prompt.ts')).pause(text, system, globals),
  secret: async (field, problemIn = emptyProblem) => {
    const { askSecret } = await import('./field.ts');
    const secret = secrets.add(await askSecret(field, problemIn, { system, globals }));
    form?.addSecret(field.flag.replace(/ .*/, ''));
    return secret;
  },
  choose: async (field, choices) => {
    if (!canShowMenus(system, globals)) return undefined;
    const [{ pick }, { questionFor }] = await Promise.all([
      import('./menu.ts'),
      import('./field.ts'),
    ]);
    const chosen = await pick(questionFor(field), { choices }, system);
    form?.add(field.flag, [chosen]);
    return chosen;
  },
  line: async (field, problemIn) => {
    if (!canShowMenus(system, globals)) return undefined;
    const { askText, questionFor } = await import('./field.ts');
    const line = await askText(questionFor(field), problemIn, system);
    form?.add(field.flag, [line]);
    return line;
  },
});

const emptyProblem = (text: string) => (text.trim() === '' ? 'It must not be empty.' : undefined);
