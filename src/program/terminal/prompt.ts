import type { Stake } from '../../cli/confirmation-amount.ts';
import { GuardError, UsageError } from '../../cli/errors.ts';
import type { Globals } from '../../cli/flags/global-flags.ts';
import type { System } from '../../cli/system.ts';
import { dollarsText } from '../../contract/money.ts';
import { usd } from '../../render/money.ts';
import { sanitize } from '../../render/sanitize.ts';
import { isInteractive } from './may-prompt.ts';

/** A question about something that cannot be undone. */
export interface Confirmation {
  /** What is about to happen. */
  readonly lines: readonly string[];
  readonly question: string;
  readonly stake?: Stake | undefined;
  /** Cents above which the answer is the amount; asked for only where something is at stake. */
  readonly typeAmountAbove: () => number;
}

/** Shows what is about to happen and asks, default No. Without a terminal only `--yes` says yes. Throws `GuardError` on a No. */
export async function confirm(it: Confirmation, host: System, globals: Globals): Promise<boolean> {
  const wanted = wantedAnswer(it);
  if (globals.yes) {
    refuseBareYes(it);
    return false;
  }
  const { lines, question } = it;
  if (!isInteractive(host, globals)) {
    throw new UsageError(`Confirmation required, but there is no terminal: ${question}`, {
      next: nextTo(it),
    });
  }
  const answer = await askLine([...lines, `${question} ${wanted.hint} `], host, true);
  if (wanted.answers(answer)) return true;
  const isNo = wanted.text === undefined || /^(no?)?$/i.test(answer.trim());
  const why = isNo ? '' : `Type ${wanted.text} to confirm; something else was typed. `;
  throw new GuardError('declined', `${why}Nothing was sent.`);
}

/** Waits for Enter; goes on at once where nobody sits. */
export async function pause(text: string, host: System, globals: Globals): Promise<void> {
  if (!isInteractive(host, globals)) return;
  await askLine([`${text} `], host, false);
}

/** Asks for a secret without showing it. Throws `UsageError` where no one can be asked. */
export async function secret(
  label: string,
  flag: string,
  host: System,
  globals: Globals,
): Promise<string> {
  if (!isInteractive(host, globals)) {
    throw new UsageError(`${label} is required, but there is no terminal.`, {
      next: [`add ${flag}`],
    });
  }
  return askLine([`${label}: `], host, false);
}

/** Asks for one line on standard error, where it is shown as it is typed or not at all. Throws `InterruptedError`. */
async function askLine(
  lines: readonly string[],
  { stdin, stderr }: System,
  isShown: boolean,
): Promise<string> {
  const { readLine } = await import('./prompt-line.ts');
  const show = (text: string) => {
    if (isShown) void stderr.write(text).catch(() => {});
  };
  return stdin.keyboard.ask({
    draw: () => stderr.write(lines.map(sanitize).join('\n')),
    read: (keys) => readLine(keys, show).finally(() => stderr.write('\n')),
  });
}

/** What confirms it, and how the question says so. */
interface Wanted {
  readonly hint: string;
  readonly answers: (answer: string) => boolean;
  /** The very answer, where it is neither yes nor no. */
  readonly text?: string;
}

/** Small sums are confirmed by a yes. A large one, and every run, by its amount: nobody types that by habit. */
function wantedAnswer(it: Confirmation): Wanted {
  const { stake } = it;
  if (stake?.cents === null) {
    const answers = (answer: string) => answer.trim() === 'unknown';
    return { hint: 'Type the word unknown to confirm:', answers, text: 'unknown' };
  }
  if (!stake || !(stake.isRun || isLarge(it))) {
    return { hint: '[y/N]', answers: (answer) => /^y(es)?$/i.test(answer.trim()) };
  }
  const spelled = spellingsOf(stake.cents);
  const answers = (answer: string) => spelled.includes(answer.trim());
  return { hint: 'Type the amount to confirm:', answers, text: usd(stake.cents) };
}

const isLarge = ({ stake, typeAmountAbove }: Confirmation): boolean =>
  typeof stake?.cents === 'number' && stake.cents > typeAmountAbove();

/** `1840.00`, `1,840.00`, `1840` and `1,840`, each with and without a dollar sign. */
function spellingsOf(cents: number): readonly string[] {
  const texts = [dollarsText(cents), usd(cents).replace('$', '')];
  const whole = cents % 100 === 0 ? texts.map((it) => it.replace(/\.00$/, '')) : [];
  return [...texts, ...whole].flatMap((it) => [it, `$${it}`]);
}

/** `--yes` stands for a person who has read the amount: where it is large or not known, the command line has to say more. */
function refuseBareYes(it: Confirmation): void {
  const { stake } = it;
  if (stake?.cents === null) {
    throw new UsageError('The amount of the request is unknown: --yes alone does not confirm it.', {
      next: nextTo(it),
    });
  }
  if (!stake || !isLarge(it) || stake.isExpected) return;
  throw new UsageError(
    `--yes alone does not confirm ${usd(stake.cents)}: add the expected amount.`,
    {
      next: nextTo(it),
    },
  );
}

/** What a script adds to its command line. */
function nextTo(it: Confirmation): string[] {
  const { stake } = it;
  if (stake?.cents === null) {
    return ['remit dialect set <name> <api-name>, for the member that this program does not know'];
  }
  if (!isLarge(it) || stake?.isExpected) return ['to confirm, add --yes'];
  const flag = stake?.isRun ? '--expect-total' : '--expect-amount';
  return [`add --yes and ${flag} <amount>, or --max-total <amount>`];
}
