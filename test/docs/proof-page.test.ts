import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const check = () =>
  execFileSync(process.execPath, ['test/proof/run.mjs', '--check'], { stdio: 'pipe' }).toString();

test('the pages of proof and comparison have the figures that were measured last', () => {
  expect(check).not.toThrow();
});
