import { afterAll, describe, expect, test } from 'vitest';
import { modes, naive, play, sum, type Tally } from './battery.ts';

/** How many runs in all; four modes share them. */
const RUNS = Number(process.env['REMIT_FAULT_RUNS'] ?? 40);
const SEED = Number(process.env['REMIT_FAULT_SEED'] ?? 1);
const inEachMode = Math.ceil(RUNS / modes.length);

const tallies: Tally[] = [];

describe.each(modes)('idempotency $idempotency, APPROVED left $initiateLeavesApproved:', (mode) => {
  test('nothing is done twice, nothing is silently missing, and every doubt is listed', {
    timeout: 60_000 + inEachMode * 2_000,
  }, async () => {
    const tally = await play(mode, { runs: inEachMode, seed: SEED });
    tallies.push(tally);
    expect(tally.violations).toEqual([]);
    expect(tally).toMatchObject({ runs: inEachMode, twice: 0, silentlyMissing: 0, unlisted: 0 });
    expect(tally.doubts).toBeGreaterThan(0);
  });
});

test('a client that asks again whatever went wrong pays twice, under the very same faults', {
  timeout: 60_000 + RUNS * 1_000,
}, async () => {
  const [mode] = modes;
  const tally = await play(mode, { runs: Math.max(40, inEachMode), seed: SEED, client: naive });
  report('a naive client', tally);
  expect(tally.twice).toBeGreaterThan(0);
});

afterAll(() => report('this program', sum(tallies)));

/** A line for whoever reads the log. */
function report(who: string, { violations: _, ...counts }: Tally): void {
  process.stdout.write(`faults, ${who}: ${JSON.stringify(counts)}\n`);
}
