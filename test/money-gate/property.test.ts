import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseOf } from './cases.ts';
import { startRecorder } from './recorder.ts';
import { runCase } from './run-case.ts';
import { violationsIn } from './violations.ts';

/** `REMIT_CASES=2000`: more of them; `REMIT_SEED=17`: that one alone. */
const count = Number(process.env['REMIT_CASES'] ?? 150);
const only = process.env['REMIT_SEED'];
const seeds =
  only === undefined ? Array.from({ length: count }, (_, at) => at + 1) : [Number(only)];

let recorder: Awaited<ReturnType<typeof startRecorder>>;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.close());

test(`the preview, the check and the request agree in ${seeds.length} ways to pay`, async () => {
  const violations: string[] = [];
  let sent = 0;
  let asked = 0;
  for (const seed of seeds) {
    const it = caseOf(seed);
    const found = await runCase(it, recorder);
    if (found.writes.length > 0) sent++;
    if (found.answered !== undefined) asked++;
    for (const problem of violationsIn(it, found)) {
      violations.push(`seed ${seed}: ${problem} (${it.argv.join(' ')})`);
    }
  }
  report(
    `money gate: ${JSON.stringify({ cases: seeds.length, sent, asked, violations: violations.length })}`,
  );
  expect(violations).toEqual([]);
  if (only === undefined) {
    expect(sent).toBeGreaterThan(seeds.length / 20);
    expect(asked).toBeGreaterThan(seeds.length / 50);
  }
}, 900_000);

/** Printed by vitest beside the result. */
const report = (line: string) => void process.stdout.write(`${line}\n`);
