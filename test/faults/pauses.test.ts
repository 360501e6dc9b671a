import { afterAll, describe, expect, test } from 'vitest';
import { noClock, possibleMoves } from './fake-clock.ts';
import { modes } from './fault-injection.ts';
import { type PauseTally, playPauses, sumPauses } from './pauses.ts';

/** How many runs in all; the service modes share them. */
const RUNS = Number(process.env['REMIT_PAUSE_RUNS'] ?? 12);
/**
 * The first twelve runs of this seed have every payment, moment (in time and too late), clock and act of others, and a
 * kill; and each mode has one long pause.
 */
const SEED = Number(process.env['REMIT_FAULT_SEED'] ?? 23_599);
/** The modes, each with its share of the runs from 1 to `RUNS`. */
const shares = modes.map((mode, at) => ({
  mode,
  ...mode,
  numbers: Array.from({ length: RUNS }, (_, number) => number + 1).filter(
    (number) => number % modes.length === at,
  ),
}));

const suite =
  possibleMoves().length > 1
    ? 'programs that are stopped'
    : `programs that are stopped (${noClock})`;
const tallies: PauseTally[] = [];

describe.concurrent(suite, () => {
  test.each(shares)(
    'idempotency $idempotency, APPROVED left $initiateLeavesApproved: nothing is paid twice or silently not, and no program is judged while it lives',
    {
      timeout: 60_000 + RUNS * 60_000,
    },
    async ({ mode, numbers }) => {
      const tally = await playPauses({ numbers, seed: SEED, mode });
      tallies.push(tally);
      expect(tally.violations).toEqual([]);
      expect(tally).toMatchObject({
        runs: numbers.length,
        twice: 0,
        silentlyMissing: 0,
        judged: 0,
      });
    },
  );
});

afterAll(() => {
  const { violations: _, ...counts } = sumPauses(tallies);
  process.stdout.write(`pauses: ${JSON.stringify(counts)}\n`);
});
