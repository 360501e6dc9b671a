import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StatementText } from '../../src/cash/match/matching/text-evidence.ts';

const contains = (text: string, identifier: string) =>
  new StatementText(text).hasIdentifier(identifier);

test.each([
  ['ACH CREDIT wd_q7abcdefghijklmn', 'wd_q7abcdefghijklmn', true],
  // An id is random, and one in thirty has no digit.
  ['ACH CREDIT wd_qxabcdefghijklmn', 'wd_qxabcdefghijklmn', true],
  ['ACH CREDIT WDQXABCDEFGHIJ', 'wd_qxabcdefghijklmn', true],
  ['ACH CREDIT wd_another', 'wd_qxabcdefghijklmn', false],
  ['INV CL 1001', 'CL-1001', true],
  // A word is no identifier.
  ['PAYMENT FOR CONSULTING', 'CONSULTING', false],
  ['PAYMENT FOR CONSULTINGSERVICES', 'CONSULTINGSERVICES', false],
])('%s: is %s in it: %s', (text, identifier, expected) => {
  expect(contains(text, identifier)).toBe(expected);
});

/** Finds an identifier by one regular expression, if it is too short to be cut off. */
function byPattern(text: string, identifier: string): boolean {
  const parts = identifier.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const count = parts.join('').length;
  if (count < 5 || !/\d/.test(identifier)) return false;
  const pattern = `(?<![A-Z0-9])${parts.join('[^A-Z0-9]{0,2}')}(?![A-Z0-9])`;
  return new RegExp(pattern).test(text.toUpperCase());
}

test('an identifier is in a text where a pattern of its parts is', () => {
  // Few different characters, so that parts repeat and touch each other.
  const part = fc.string({ unit: fc.constantFrom('a', '1', '2'), minLength: 1, maxLength: 4 });
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  const separator = fc.constantFrom('', ' ', '-', '. ', ' - ', 'é');
  const around = fc.constantFrom('', ' ', '-', 'a', '1', '2 ', 'é ', '-1', '12-', ' 1a');
  const written = fc
    .tuple(parts, fc.constantFrom('-', '--', '/', '_'), separator, fc.boolean(), around, around)
    .map(([all, between, shownBetween, isRepeated, before, after]) => {
      const shown = all.join(shownBetween);
      const text = `${before}${isRepeated ? `${shown}${shown}` : shown}${after}`;
      return { identifier: all.join(between), text };
    });
  let found = 0;
  fc.assert(
    fc.property(written, ({ identifier, text }) => {
      const plain = text.replaceAll('é', 'e');
      const expected = byPattern(plain, identifier);
      if (expected) found++;
      expect(contains(text, identifier)).toBe(expected);
    }),
    { numRuns: 4000, seed: 20260307 },
  );
  expect(found).toBeGreaterThan(100);
});
