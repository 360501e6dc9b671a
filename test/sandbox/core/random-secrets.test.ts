import { expect, test } from 'vitest';
import { systemRandom } from '../../../src/sandbox/context/random.ts';

test('no secret starts like a flag, since some are typed', () => {
  const secrets = Array.from({ length: 2_000 }, () => systemRandom.newSecret(21));
  expect(secrets.filter((it) => !/^[a-z2-7][\w-]{20}$/.test(it))).toEqual([]);
  expect(new Set(secrets).size).toBe(2_000);
});
