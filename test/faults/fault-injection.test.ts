import { afterAll, describe, expect, test } from 'vitest';
import { databaseFor } from '../helpers/test-database.ts';
import { modes, naive, play, sum, type Tally } from './fault-injection.ts';

/** Whose journal it is; the second where there is a database, which two state directories share then. */
const journals = [
  { journal: 'its own', sharing: undefined },
  { journal: 'shared', sharing: 2 },
].slice(0, databaseFor('') === undefined ? 1 : 2);
const variants = modes.flatMap((mode) => journals.map((it) => ({ mode, ...mode, ...it })));

/** How many runs in all; the variants share them. */
const RUNS = Number(process.env['REMIT_FAULT_RUNS'] ?? 40);
const SEED = Number(process.env['REMIT_FAULT_SEED'] ?? 1);
const inEachVariant = Math.ceil(RUNS / variants.length);

const tallies: Tally[] = [];

const names = 'idempotency $idempotency, APPROVED left $initiateLeavesApproved, journal $journal:';
describe.each(variants)(names, ({ mode, sharing }) => {
  test('nothing is applied twice, nothing is silently missing, and every unknown outcome is listed', {
    timeout: 60_000 + inEachVariant * 5_000,
  }, async () => {
    const tally = await play(mode, { runs: inEachVariant, seed: SEED, sharing });
    tallies.push(tally);
    expect(tally.violations).toEqual([]);
    expect(tally).toMatchObject({ runs: inEachVariant, twice: 0, silentlyMissing: 0, unlisted: 0 });
    expect(tally.doubts).toBeGreaterThan(0);
  });
});

test('control: a client that retries after any error pays twice under the same faults', {
  timeout: 60_000 + RUNS * 1_000,
}, async () => {
  const [mode] = modes;
  const tally = await play(mode, { runs: Math.max(40, inEachVariant), seed: SEED, client: naive });
  report('a naive client', tally);
  expect(tally.twice).toBeGreaterThan(0);
});

afterAll(() => report('this program', sum(tallies)));

/** A line for the log. */
function report(who: string, { violations: _, ...counts }: Tally): void {
  process.stdout.write(`faults, ${who}: ${JSON.stringify(counts)}\n`);
}
