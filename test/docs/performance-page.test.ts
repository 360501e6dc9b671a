import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const check = () =>
  execFileSync(process.execPath, ['bench/page.mjs', '--check'], { stdio: 'pipe' }).toString();

test('the page of performance has the figures that the benchmarks saved', () => {
  expect(check).not.toThrow();
});
