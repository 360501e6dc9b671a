import { GuardError, UsageError } from '../../money/errors.ts';
import type { Stake } from '../../money/port.ts';
import type { QuestionLine } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import { sanitize } from '../../render/sanitize.ts';
import { wrapLines } from '../../render/wrap-text.ts';
import { isAmountTyped } from '../confirmation-amount.ts';
import type { Globals } from '../flags/global-flags.ts';
import { isInteractive, type System } from '../system.ts';

/** A prompt before something that cannot be undone. */
export interface Confirmation {
  /** The lines above the question, which describe the effect. */
  readonly lines: readonly QuestionLine[];
  readonly question: QuestionLine;
  readonly stake?: Stake | undefined;
  /** Returns the cents above which the amount must be typed; called only if money is at stake. */
  readonly typeAmountAbove: () => number;
}

/**
 * Shows the effect and prompts; the default is No, and `?` shows what was cut. Without a terminal only `--yes` confirms.
 * Resolves to `false` if `--yes` answered, otherwise to `true`.
 *
 * @throws {GuardError} (14) if the answer is No.
 * @throws {UsageError} (2) if it cannot prompt, or if `--yes` alone does not confirm the amount.
 */
export async function confirm(
  confirmation: Confirmation,
  system: System,
  globals: Globals,
): Promise<boolean> {
  const expected = expectedAnswer(confirmation);
  if (globals.yes) {
    refuseBareYes(confirmation);
    return false;
  }
  const { lines, question } = confirmation;
  if (!isInteractive(system, globals)) {
    throw new UsageError(`Confirmation required, but there is no terminal: ${question}`, {
      next: hintsFor(confirmation),
    });
  }
  const { fitQuestion, wholeQuestion } = await import('./fit-question.ts');
  const parts = { lines, question, hintFor: expected.hintFor };
  const ask = () => askLine(() => fitQuestion(parts, system.stderr), system);
  let answer = await ask();
  while (answer.trim() === '?') {
    await system.stderr.write(wholeQuestion(parts, system.stderr));
    answer = await ask();
  }
  if (expected.answers(answer)) return true;
  const isNo = expected.text === undefined || /^(no?)?$/i.test(answer.trim());
  const notice = isNo ? '' : `Type ${expected.text} to confirm; something else was typed. `;
  throw new GuardError('declined', `${notice}Nothing was sent.`);
}

/** Waits for Enter, and returns what was typed before it; returns at once if it cannot prompt. */
export async function pause(text: string, system: System, globals: Globals): Promise<string> {
  if (!isInteractive(system, globals)) return '';
  return askLine(() => `${wrapLines(sanitize(text), system.stderr.columns)} `, system);
}

/**
 * Prompts for an answer of one line on stderr.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
async function askLine(text: () => string, { stdin, stderr }: System): Promise<string> {
  const { createTypedLine } = await import('./prompt-line.ts');
  const show = (added: string, deleted: number) => {
    void stderr.write(added === '' ? RUB_OUT.repeat(deleted) : added);
  };
  const line = createTypedLine(show);
  return stdin.keyboard.ask({
    draw() {
      line.clear();
      return stderr.write(text());
    },
    read: (keys) => line.read(keys).finally(() => stderr.write('\n')),
  });
}

/** Deletes one character on the screen. */
const RUB_OUT = '\b \b';

/** The answers that confirm, and the hint that names them. */
interface ExpectedAnswer {
  /** Returns the hint; if a text of the question was cut, it names the answer that shows it whole. */
  readonly hintFor: (isCut: boolean) => string;
  readonly answers: (answer: string) => boolean;
  /** The exact answer, if it is neither yes nor no. */
  readonly text?: string;
}

/** Returns the answer that confirms: yes for a small amount, the amount for a large one and for every run. */
function expectedAnswer(confirmation: Confirmation): ExpectedAnswer {
  // Nobody types an amount by habit.
  const { stake } = confirmation;
  if (stake?.cents === null) {
    const answers = (answer: string) => answer.trim() === 'unknown';
    return { hintFor: typingHint('the word unknown'), answers, text: 'unknown' };
  }
  if (!stake || !(stake.isRun || isLarge(confirmation))) {
    const hintFor = (isCut: boolean) => (isCut ? '[y/N/?]' : '[y/N]');
    return { hintFor, answers: (answer) => /^y(es)?$/i.test(answer.trim()) };
  }
  const { cents } = stake;
  const answers = (answer: string) => isAmountTyped(answer, cents);
  return { hintFor: typingHint('the amount'), answers, text: usd(cents) };
}

const typingHint = (what: string) => (isCut: boolean) =>
  `Type ${what} to confirm${isCut ? ', ? to see all' : ''}:`;

const isLarge = ({ stake, typeAmountAbove }: Confirmation): boolean =>
  typeof stake?.cents === 'number' && stake.cents > typeAmountAbove();

/**
 * Refuses `--yes` alone for an amount that is large or unknown: nobody has read it, so the command line must name it.
 */
function refuseBareYes(confirmation: Confirmation): void {
  const { stake } = confirmation;
  if (stake?.cents === null) {
    throw new UsageError('The amount of the request is unknown: --yes alone does not confirm it.', {
      next: hintsFor(confirmation),
    });
  }
  if (!stake || !isLarge(confirmation) || stake.isExpected) return;
  throw new UsageError(
    `--yes alone does not confirm ${usd(stake.cents)}: add the expected amount.`,
    {
      next: hintsFor(confirmation),
    },
  );
}

/** Returns the flags that a script adds to its command line. */
function hintsFor(confirmation: Confirmation): string[] {
  const { stake } = confirmation;
  if (stake?.cents === null) {
    return ['run it in a terminal, where it can be confirmed without an amount'];
  }
  if (!isLarge(confirmation) || stake?.isExpected) return ['to confirm, add --yes'];
  const flag = stake?.isRun ? '--expect-total' : '--expect-amount';
  return [`add --yes and ${flag} <amount>, or --max-total <amount>`];
}
