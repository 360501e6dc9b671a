import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseFor } from '../database.ts';
import type { Stage } from '../faults/stage.ts';
import { built, often } from '../safety/built.ts';
import { openFunded, taskOf } from '../safety/funded.ts';
import { serverPrograms, whyNot } from './server.ts';

const ROUNDS = often('REMIT_ROUNDS', 3);
const KINDS = ['initiate', 'quick', 'bulk', 'withdraw', 'cancel'];

describe.skipIf(serverPrograms() === undefined)(`programs of two machines (${whyNot})`, () => {
  let stage: Stage;
  /** Two state folders, and one journal for both. */
  let places: { readonly env: Readonly<Record<string, string>> }[];
  beforeAll(async () => {
    stage = await openFunded();
    const home = stage.env['REMIT_HOME'] ?? '';
    const database = databaseFor(home) ?? '';
    places = ['one', 'two'].map((name) => ({
      env: { ...stage.env, REMIT_HOME: join(home, name), REMIT_JOURNAL_DATABASE: database },
    }));
  });
  afterAll(async () => {
    await stage.checkLedger();
    await stage.close();
  });

  test(`eight of them that move the same money at once move it once, ${ROUNDS} times over`, {
    timeout: 60_000 + ROUNDS * 20_000,
  }, async () => {
    const tally = { rounds: 0, programs: 0, duplicates: 0 };
    for (let round = 1; round <= ROUNDS; round++) {
      const { line, done } = await taskOf(stage, KINDS[(round - 1) % KINDS.length] ?? '', round);
      await stage.mark();
      const ran = await Promise.all(
        [...places, ...places, ...places, ...places].map((it) => built(it, line)),
      );
      const said = ran.map(({ err }) => err).join('');
      expect([line, ran.map(({ code }) => code).sort(), said]).toEqual([
        line,
        [0, 14, 14, 14, 14, 14, 14, 14],
        expect.not.stringMatching(/lost|locked|bug/i),
      ]);
      const times = await done();
      tally.rounds += 1;
      tally.programs += ran.length;
      tally.duplicates += Math.max(0, times - 1);
      expect(times).toBe(1);
    }
    process.stdout.write(`postgres, programs of two machines: ${JSON.stringify(tally)}\n`);
  });

  test('both see the same journal, and neither keeps one of its own', async () => {
    const [one, two] = await Promise.all(
      places.map(async (it) => (await built(it, 'journal list --json')).out),
    );
    expect(JSON.parse(one ?? '')).toHaveLength(ROUNDS);
    expect(two).toBe(one);
    for (const it of places) {
      expect((await built(it, 'doctor --json')).out).not.toMatch(/journal\.db/);
    }
  });
});
