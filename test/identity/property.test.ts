/**
 * One thing about identity changes, in one answer of the service or between two steps: an id, a number, a connection, a
 * payee, a direction, a payment id, the order of a list, a record of another business, a default, an alias, a
 * profile, the case of an address.
 * Whatever it is, at the service either
 *
 * - exactly the thing changed that the person named: the one with the id, or the only one with the number, or the one
 *   that a question showed with its id beside all others of that number; with its true payee and amount, and at most
 *   once however often the command is repeated; or
 * - nothing changed, and the exit code is not 0.
 *
 * The journal says "applied" of nothing that did not happen, and "not applied" of nothing that did.
 */

import { expect, test } from 'vitest';
import { runCase } from './run-case.ts';
import { openStage } from './stage.ts';

/** `REMIT_IDENTITY_CASES=2000`: more of them; `REMIT_IDENTITY_SEED=17`: that one alone. */
const count = Number(process.env['REMIT_IDENTITY_CASES'] ?? 200);
const only = process.env['REMIT_IDENTITY_SEED'];
const seeds =
  only === undefined ? Array.from({ length: count }, (_, at) => at + 1) : [Number(only)];

/** The number of cases of one sandbox: lists stay short. */
const PER_SANDBOX = 25;

/** The sums of all cases. */
const seen = { cases: seeds.length, delivered: 0, changed: 0 };

test(`what was named is what changed, or nothing, in ${seeds.length} cases`, async () => {
  const violations: string[] = [];
  for (let from = 0; from < seeds.length; from += PER_SANDBOX) {
    violations.push(...(await violationsOf(seeds.slice(from, from + PER_SANDBOX))));
  }
  report(`identity: ${JSON.stringify({ ...seen, violations: violations.length })}`);
  expect(violations).toEqual([]);
  if (only === undefined) {
    expect(seen.changed).toBeGreaterThan(seeds.length / 3);
    expect(seen.delivered).toBeGreaterThan(seeds.length / 2);
  }
}, 1_800_000);

/** Runs cases on a sandbox of their own. */
async function violationsOf(some: readonly number[]): Promise<readonly string[]> {
  const found: string[] = [];
  const stage = await openStage();
  try {
    for (const seed of some) {
      const { story, violations, effects, isDelivered } = await runCase(stage, seed);
      if (effects.length > 0) seen.changed++;
      if (isDelivered) seen.delivered++;
      if (only !== undefined) report(story);
      found.push(...violations.map((it) => `seed ${seed}: ${it} (${story})`));
    }
  } finally {
    await stage.close();
  }
  return found;
}

/** Printed by vitest beside the result. */
const report = (line: string) => void process.stdout.write(`${line}\n`);
