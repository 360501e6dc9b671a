import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet } from '../../src/http/pagination/id-set.ts';

test('behaves like a set of strings', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 5000 }), (ids) => {
      const [seen, set] = [new IdSet(), new Set<string>()];
      for (const id of ids) {
        expect(seen.has(id)).toBe(set.has(id));
        expect(seen.add(id)).toBe(!set.has(id));
        set.add(id);
      }
      expect(seen.size).toBe(set.size);
    }),
  );
});

test.each([
  ['numbers', (at: number) => String(at)],
  ['padded numbers', (at: number) => `pay_${String(at).padStart(9, '0')}`],
  ['numbers in front', (at: number) => `${at}-payable`],
  ['characters beyond ASCII', (at: number) => String.fromCodePoint(0x10_000 + at)],
])('has no collision in a million %s', (_, idOf) => {
  const seen = new IdSet();
  for (let at = 0; at < 1_000_000; at++) seen.add(idOf(at));
  expect(seen.size).toBe(1_000_000);
});
