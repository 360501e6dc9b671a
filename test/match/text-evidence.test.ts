import { expect, test } from 'vitest';
import { StatementText } from '../../src/commands/match/matching/text-evidence.ts';

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
