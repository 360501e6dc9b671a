import { amountOn } from '../helpers/run-command.ts';
import type { Case } from './cases.ts';
import type { Outcome } from './run-case.ts';

/**
 * Returns the violations of the promise that the cents in the prompt, the policy's sum, the journal and the bytes are
 * equal, or that nothing was sent. Empty if it holds.
 */
export function violationsIn(it: Case, found: Outcome): readonly string[] {
  const { writes, intents, code, answered } = found;
  if (writes.length === 0) return code === 1 ? ['a bug of the program'] : [];
  const money = intents.filter(({ operation }) => /^(pay|business\.withdraw|api)/.test(operation));
  const overridden = writes.some(({ headers }) => 'x-http-method-override' in headers);
  return [
    ...unless([0, 10, 11, 13].includes(code), `sent, and exit ${code}`),
    ...unless(writes.length === 1, `${writes.length} requests for one command`),
    ...unless(money.length === 1, `${money.length} intents in the journal for one request`),
    ...unless(!overridden, 'a method overridden'),
    ...(answered === 'unknown' ? unknownProblems(it, money) : knownProblems(it, found, money)),
  ];
}

/** Checks an unknown amount: it is journaled without an amount, and sent only if no limit applies. */
const unknownProblems = (it: Case, money: Outcome['intents']): readonly string[] => [
  ...unless(
    money.every(({ amount }) => amount === null),
    'an amount for what is not known',
  ),
  ...unless(it.limit === undefined && it.mostCents === undefined, 'unknown, and a limit applied'),
];

function knownProblems(
  it: Case,
  { moved, err }: Outcome,
  money: Outcome['intents'],
): readonly string[] {
  const sum = moved.reduce((cents, one) => cents + one, 0);
  const kept = money.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0);
  const shown = Math.round(Number(amountOn(err)?.replaceAll(',', '')) * 100);
  const isWhole = moved.every((cents) => Number.isSafeInteger(cents) && cents > 0);
  return [
    ...unless(isWhole, `moved ${moved.join(', ')}`),
    ...unless(sum === kept, `the bytes move ${sum}, the journal says ${kept}`),
    ...unless(sum <= (it.mostCents ?? sum), `${sum} moved, ${it.mostCents} at most`),
    ...limitProblems(it, moved, sum),
    ...unless(!it.isAsked || sum === 0 || shown === sum, `the question says ${shown}, not ${sum}`),
  ];
}

function limitProblems({ limit }: Case, moved: readonly number[], sum: number): readonly string[] {
  if (!limit) return [];
  // All payables of the recorder have one payee.
  const parts = { maxPerPayment: moved, maxPerRun: runOf(moved) }[limit.key as string] ?? [sum];
  const most = limit.key === 'requireApproval' ? 0 : limit.dollars * 100;
  const isOver = parts.some((cents) => cents > most);
  return unless(!isOver, `${parts.join(', ')} moved over ${limit.key}`);
}

const unless = (holds: boolean, problem: string): readonly string[] => (holds ? [] : [problem]);

/** Returns the sum that a run limit applies to: that of several payments in one request. */
const runOf = (moved: readonly number[]): readonly number[] =>
  moved.length < 2 ? [] : [moved.reduce((sum, cents) => sum + cents, 0)];
