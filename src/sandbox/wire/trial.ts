/** A trial: a program that pays one thing is run until it says that it is done, and what it paid is counted. */

/** The ends of a trial; the last two are wrong. */
const verdicts = ['paid once', 'not paid, as it said', 'paid twice', 'silently not paid'] as const;
export type TrialVerdict = (typeof verdicts)[number];

/** The exit codes of a program, in the order of its tries; null if it was killed. */
export type ExitCodes = readonly (number | null)[];

/** Runs a try after the other until one exits 0, at most `most`. Returns the exit codes. */
export async function tryUntilDone(
  most: number,
  attempt: (time: number) => Promise<number | null>,
): Promise<ExitCodes> {
  const exits: (number | null)[] = [];
  while (exits.length < most && exits.at(-1) !== 0) exits.push(await attempt(exits.length + 1));
  return exits;
}

/** Judges a trial by the exit codes of its tries, and by how often the service paid. */
export function verdictOf(exits: ExitCodes, timesPaid: number): TrialVerdict {
  if (timesPaid > 1) return 'paid twice';
  if (timesPaid === 1) return 'paid once';
  return exits.includes(0) ? 'silently not paid' : 'not paid, as it said';
}

/** Reports whether a program may not end so. */
export const isWrong = (verdict: TrialVerdict): boolean =>
  verdict === 'paid twice' || verdict === 'silently not paid';
