import { afterAll, beforeAll, expect, test } from 'vitest';
import { remit } from '../helpers/built-program.ts';
import { caseOf } from './cases.ts';
import { startRecorder } from './recorder.ts';
import { type RunProgram, runCase } from './run-case.ts';
import { violationsIn } from './violations.ts';

/** `REMIT_BUILT_CASES=100`: more of them. */
const count = Number(process.env['REMIT_BUILT_CASES'] ?? 20);

let recorder: Awaited<ReturnType<typeof startRecorder>>;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.close());

/** A script: no terminal for prompts. */
const built: RunProgram = async ({ argv, stdin = '', isAsked }, env) => {
  const words = isAsked ? [...argv, '--yes'] : argv;
  const { code = -1, err } = await remit(words, { env, input: stdin, patienceMs: 60_000 });
  return { code, err };
};

test(`the built program enforces the gate for ${count} ways to pay`, async () => {
  const violations: string[] = [];
  let sent = 0;
  for (let seed = 10_001; seed <= 10_000 + count; seed++) {
    const drawn = caseOf(seed);
    const it = { ...drawn, limit: drawn.limit && { ...drawn.limit, owner: 'profile' as const } };
    const found = await runCase(it, recorder, built);
    if (found.writes.length > 0) sent++;
    const problems = violationsIn({ ...it, isAsked: false }, found);
    violations.push(
      ...problems.map((problem) => `seed ${seed}: ${problem} (${it.argv.join(' ')})`),
    );
  }
  expect(violations).toEqual([]);
  expect(sent).toBeGreaterThan(0);
}, 600_000);
