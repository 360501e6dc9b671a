import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error: `npm run mutations` runs it as it is.
import { safeguards } from './safeguards.mjs';

interface Safeguard {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly and?: readonly [string, string];
  readonly tests: readonly string[];
}

test.each(safeguards as readonly Safeguard[])('can be removed: $name', (safeguard) => {
  const { file, from, and, tests } = safeguard;
  const code = readFileSync(file, 'utf8');
  for (const text of and ? [from, and[0]] : [from]) {
    expect([text, code.split(text).length - 1]).toEqual([text, 1]);
  }
  expect(tests.filter((path) => !existsSync(path))).toEqual([]);
});
