/** Concurrent payments by several processes. */

import { expect } from 'vitest';
import type { Stage } from '../faults/fixture.ts';
import type { Task } from '../faults/tasks.ts';
import { words } from '../helpers/built-program.ts';
import { taskOf } from './funded-fixture.ts';
import { built } from './run-programs.ts';

/** The number of concurrent processes. */
export const PROGRAMS = 8;

/** Returns a line for each process, cycling through `lines`. */
export const turns = (...lines: readonly string[]) =>
  Array.from({ length: PROGRAMS }, (_, at) => lines[at % lines.length] ?? '');

/** The command lines of concurrent processes that perform the same task, and the count of its executions. */
interface Crowd {
  readonly lines: readonly string[];
  /**
   * The exit codes of processes that come too late. A repeatable operation may be rejected by the service once it is
   * done.
   */
  readonly late: readonly number[];
  readonly done: Task['done'];
}

/** The notice of `pay bulk` if every payable of the file has a payment in flight. */
const NOTHING_SENT = 'Nothing to pay. Nothing was sent.';

type MakeCrowd = (stage: Stage, round: number) => Promise<Crowd>;

const alike =
  (name: string, late = [14]): MakeCrowd =>
  async (stage, round) => {
    const { line, done } = await taskOf(stage, name, round);
    return { lines: turns(line), late, done };
  };

const inThreeWays: MakeCrowd = async (stage, round) => {
  const { line, done } = await taskOf(stage, 'initiate', round);
  const payableId = words(line)[2] ?? '';
  const file = await stage.file(`one-${round}.csv`, `payableId\n${payableId}\n`);
  const raw = `api POST /api/payments/initiate -F payableId=${payableId} -F fundingSourceId=${stage.payerBank} --yes`;
  return { lines: turns(line, `pay bulk --file ${file} --yes`, raw), late: [14], done };
};

/** The kinds of rounds: a short test runs the first ones, a long one cycles through all. */
const crowds: readonly MakeCrowd[] = [
  alike('initiate'),
  inThreeWays,
  alike('quick'),
  alike('bulk'),
  alike('withdraw'),
  alike('cancel', [7, 14]),
];

/**
 * Plays rounds in which eight processes, with the stage's state directories in turn, move the same money concurrently. It
 * must be moved once, and every stopped process must name the intent that stopped it.
 */
export async function playCrowds(stage: Stage, rounds: number) {
  const tally = { rounds: 0, programs: 0, duplicates: 0, stopped: 0 };
  for (let round = 1; round <= rounds; round++) {
    const crowd = await crowds[(round - 1) % crowds.length]?.(stage, round);
    if (!crowd) throw new Error(`There is nothing for round ${round}.`);
    await stage.mark();
    const ran = await Promise.all(crowd.lines.map((line, at) => built(placeOf(stage, at), line)));
    const said = ran.map(({ err }) => err).join('');
    // A process that finds the payment in flight skips it, says so and exits with 0: it has sent nothing.
    const leftOut = ran.filter(({ err }) => err.includes(NOTHING_SENT));
    expect(leftOut.map(({ code }) => code)).toEqual(leftOut.map(() => 0));
    const codes = ran.filter((it) => !leftOut.includes(it)).map(({ code }) => code ?? -1);
    const others = codes.filter((it) => it !== 0);
    expect([crowd.lines[0], others.length + leftOut.length, said]).toEqual([
      crowd.lines[0],
      PROGRAMS - 1,
      expect.not.stringMatching(/\b(busy|locked|lost|bug)\b/i),
    ]);
    expect(others.filter((it) => !crowd.late.includes(it))).toEqual([]);
    const stopped = others.filter((it) => it === 14).length;
    expect(said.match(/int_\w+/g)?.length ?? 0).toBeGreaterThanOrEqual(stopped);
    const done = await crowd.done();
    tally.rounds += 1;
    tally.programs += PROGRAMS;
    tally.duplicates += Math.max(0, done - 1);
    tally.stopped += PROGRAMS - 1;
    expect(done).toBe(1);
  }
  return tally;
}

const placeOf = ({ env, envs }: Stage, at: number) => ({ env: envs[at % envs.length] ?? env });
