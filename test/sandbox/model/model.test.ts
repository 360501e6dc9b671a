import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PayableStatus } from '../../../src/api/operations/payable.ts';
import { runs } from '../../helpers/property-runs.ts';
import { commands } from './commands.ts';
import { stops, tour } from './every-state.ts';
import type { Mode, Model } from './model.ts';
import { payableActions, type Reached } from './payable-commands.ts';
import { type Beginning, modelOf, openReal, prepare, type Real } from './system-under-test.ts';

const modes: readonly Mode[] = [
  { idempotency: 'on', initiateLeavesApproved: 'at-settlement' },
  { idempotency: 'on', initiateLeavesApproved: 'immediately' },
  { idempotency: 'off', initiateLeavesApproved: 'at-settlement' },
  { idempotency: 'off', initiateLeavesApproved: 'immediately' },
];
const TIMEOUT_MS = 900_000;
/** Looking for a shorter story that fails too comes to an end before the test does, so that the seed is printed. */
const SEARCH_MS = TIMEOUT_MS - 100_000;

const beginnings = new Map<Mode, Beginning>();
beforeAll(async () => {
  for (const mode of modes) beginnings.set(mode, await prepare(mode));
});
afterAll(() => {
  for (const { folder } of beginnings.values()) rmSync(folder, { recursive: true, force: true });
});

/** Plays on a fresh copy of the beginning, with a model that knows no more than it. */
async function onCopy(mode: Mode, play: (model: Model, real: Real) => Promise<void>) {
  const beginning = beginnings.get(mode);
  if (!beginning) throw new Error('The beginning was not prepared.');
  const real = await openReal(beginning);
  try {
    await play(modelOf(beginning), real);
  } finally {
    await real.close();
  }
}

/** The number of runs; `npm run test:model` has 300. */
const TIMES = runs(2);
const isLong = TIMES >= 300;

/** Two that differ in everything, and where there is time for it every one. */
const toured = isLong ? modes : modes.filter((_, at) => at === 1 || at === 2);

/**
 * When this fails, fast-check prints the seed, the path and the commands that are left after shrinking. To play them
 * again, pass `{ seed, path }` to `fc.assert`, and the `replayPath` printed beside the commands to `fc.commands`.
 */
test(`under random actions and time the service behaves as the model, ${TIMES} times`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const reached: Reached = new Set();
  const story = fc.commands(commands(reached), { maxCommands: 100, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...modes), story, (mode, it) =>
      onCopy(mode, (model, real) => fc.asyncModelRun(() => ({ model, real }), it)),
    ),
    { numRuns: TIMES, interruptAfterTimeLimit: SEARCH_MS, markInterruptAsFailure: true },
  );
  if (isLong) expect(missing(reached)).toEqual([]);
});

test.for(toured)(
  'every action is tried on a payable in every state: idempotency $idempotency, SCHEDULED $initiateLeavesApproved',
  { timeout: TIMEOUT_MS },
  async (mode) => {
    const reached: Reached = new Set();
    for (const stop of stops) {
      await onCopy(mode, (model, real) => tour(stop, model, real, reached));
    }
    expect(missing(reached)).toEqual([]);
  },
);

/** Every pair of a payable's state and something done to it, less those that came up. */
const missing = (reached: Reached): readonly string[] =>
  PayableStatus.options
    .flatMap((status) => payableActions.map((action) => `${status} ${action}` as const))
    .filter((it) => !reached.has(it));
