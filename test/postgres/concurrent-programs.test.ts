import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stage } from '../faults/fixture.ts';
import { often } from '../helpers/property-runs.ts';
import { PROGRAMS, playCrowds } from '../safety/concurrent-payments.ts';
import { openFunded } from '../safety/funded-fixture.ts';
import { built } from '../safety/run-programs.ts';
import { named, serverPrograms } from './server.ts';

const ROUNDS = often('REMIT_ROUNDS', 3);

describe.skipIf(serverPrograms() === undefined)(named('programs of two machines'), () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openFunded({ sharing: 2 });
  });
  afterAll(async () => {
    await stage?.checkLedger();
    await stage?.close();
  });

  test(`${PROGRAMS} processes that make the same payment concurrently make it once, ${ROUNDS} times`, {
    timeout: 60_000 + ROUNDS * 20_000,
  }, async () => {
    const tally = await playCrowds(stage, ROUNDS);
    process.stdout.write(`postgres, programs of two machines: ${JSON.stringify(tally)}\n`);
    expect(tally).toMatchObject({ rounds: ROUNDS, duplicates: 0 });
  });

  test('both share the journal, without an unknown outcome, and neither keeps a local one', async () => {
    const listed = (words: string) =>
      Promise.all(stage.envs.map(async (env) => (await built({ env }, words)).out));
    const [one = '', two] = await listed('journal list --json');
    const applied = JSON.parse(one).filter((it: { outcome: string }) => it.outcome === 'applied');
    expect(applied).toHaveLength(ROUNDS);
    expect(two).toBe(one);
    for (const it of await listed('journal list --unresolved --json')) expect(it).toBe('[]\n');
    for (const it of await listed('doctor --json')) expect(it).not.toMatch(/journal\.db/);
  });
});
