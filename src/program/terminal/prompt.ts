/** Confirmations and other prompts for one line. */

import { isAmountTyped, type Stake } from '../../cli/confirmation-amount.ts';
import { GuardError, UsageError } from '../../cli/errors.ts';
import type { Globals } from '../../cli/flags/global-flags.ts';
import { isInteractive, type System } from '../../cli/system.ts';
import { usd } from '../../render/money.ts';
import { sanitize } from '../../render/sanitize.ts';
import { wrapLines } from '../../render/wrap-text.ts';

/** A prompt before something that cannot be undone. */
export interface Confirmation {
  /** The lines above the question, which describe the effect. */
  readonly lines: readonly string[];
  readonly question: string;
  readonly stake?: Stake | undefined;
  /** Returns the cents above which the amount must be typed; called only if money is at stake. */
  readonly typeAmountAbove: () => number;
}

/**
 * Shows the effect and prompts; the default is No. Without a terminal only `--yes` confirms. Resolves to `false` if
 * `--yes` answered, else to `true`.
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
  const answer = await askLine([...lines, `${question} ${expected.hint} `], system, true);
  if (expected.answers(answer)) return true;
  const isNo = expected.text === undefined || /^(no?)?$/i.test(answer.trim());
  const notice = isNo ? '' : `Type ${expected.text} to confirm; something else was typed. `;
  throw new GuardError('declined', `${notice}Nothing was sent.`);
}

/** Waits for Enter, and returns what was typed before it; returns at once if it cannot prompt. */
export async function pause(text: string, system: System, globals: Globals): Promise<string> {
  if (!isInteractive(system, globals)) return '';
  return askLine([`${text} `], system, false);
}

/**
 * Prompts for a secret without echo.
 *
 * @throws {UsageError} if it cannot prompt.
 */
export async function secret(
  label: string,
  flag: string,
  system: System,
  globals: Globals,
): Promise<string> {
  if (!isInteractive(system, globals)) {
    throw new UsageError(`${label} is required, but there is no terminal.`, {
      next: [`add ${flag}`],
    });
  }
  return askLine([`${label}: `], system, false);
}

/**
 * Prompts for one line on stderr, with or without echo.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
async function askLine(
  lines: readonly string[],
  { stdin, stderr }: System,
  isShown: boolean,
): Promise<string> {
  const { readLine } = await import('./prompt-line.ts');
  const show = (text: string) => {
    if (isShown) void stderr.write(text).catch(() => {});
  };
  const above = lines.slice(0, -1).map((line) => wrapLines(sanitize(line), stderr.columns));
  return stdin.keyboard.ask({
    // The prompt itself ends with a space, and is not wrapped.
    draw: () => stderr.write([...above, sanitize(lines.at(-1) ?? '')].join('\n')),
    read: (keys) => readLine(keys, show).finally(() => stderr.write('\n')),
  });
}

/** The answers that confirm, and the hint that names them. */
interface ExpectedAnswer {
  readonly hint: string;
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
    return { hint: 'Type the word unknown to confirm:', answers, text: 'unknown' };
  }
  if (!stake || !(stake.isRun || isLarge(confirmation))) {
    return { hint: '[y/N]', answers: (answer) => /^y(es)?$/i.test(answer.trim()) };
  }
  const { cents } = stake;
  const answers = (answer: string) => isAmountTyped(answer, cents);
  return { hint: 'Type the amount to confirm:', answers, text: usd(cents) };
}

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
    return ['remit dialect set <name> <api-name>, for the member that this program does not know'];
  }
  if (!isLarge(confirmation) || stake?.isExpected) return ['to confirm, add --yes'];
  const flag = stake?.isRun ? '--expect-total' : '--expect-amount';
  return [`add --yes and ${flag} <amount>, or --max-total <amount>`];
}
