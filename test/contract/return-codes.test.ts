import { describe, expect, test } from 'vitest';
import { noticeAdvice, noticesOfChange } from '../../src/api/ach/notices-of-change.ts';
import { achReturnCodes, findReturnCode } from '../../src/api/ach/return-codes.ts';
import {
  accountStatusAfter,
  lastReturnDate,
  retryRuleOf,
  returnWindowOf,
} from '../../src/api/ach/return-rules.ts';

/** Codes of a range, such as `R01-R03`, or a single one. */
const range = (text: string): string[] => {
  const [first = 0, last = first] = text.match(/\d+/g)?.map(Number) ?? [];
  return Array.from(
    { length: last - first + 1 },
    (_, at) => `R${String(first + at).padStart(2, '0')}`,
  );
};

const codes = 'R01-R39 R40-R47 R50-R53 R61 R62 R67-R77 R80-R85'.split(' ').flatMap(range);

/** The rules on returns of the Nacha Operating Rules, written here independently of the program's table. */
const windows: Readonly<Record<string, string>> = {
  sixtyDays: 'R05 R07 R10 R11 R33 R37 R38 R51 R52 R53',
  byAgreement: 'R06 R31',
  // Returns by the operator: an unusable routing number, and the faults of a file or batch.
  atOnce: 'R13 R18 R19 R25 R26 R27 R28 R30 R32 R34 R35 R36',
  atOnceOrTwoBusinessDays: 'R17',
};

const retries: Readonly<Record<string, string>> = {
  twice: 'R01 R09',
  newAuthorization: 'R05 R07 R08 R10 R29',
  corrected: 'R11',
  otherAccount: 'R02 R03 R04 R12 R13 R17 R20',
};

const ruleIn = (rules: Readonly<Record<string, string>>, code: string, fallback: string) =>
  Object.keys(rules).find((rule) => rules[rule]?.split(' ').includes(code)) ?? fallback;

/** What a bank account is after a return, where it can no longer be used. */
const accountStatuses: Readonly<Record<string, string>> = {
  frozen: 'R16',
  verification_failed: 'R02 R03 R04 R20',
};

describe('the return codes', () => {
  test('are all that exist, and no others', () => {
    expect(Object.keys(achReturnCodes)).toEqual(codes);
    expect(codes).toHaveLength(70);
  });

  test.each(codes)(
    '%s has the window, retry rule and effect on the account of the Nacha rules',
    (code) => {
      expect(returnWindowOf(code)).toBe(ruleIn(windows, code, 'twoBusinessDays'));
      expect(retryRuleOf(code)).toBe(ruleIn(retries, code, 'never'));
      expect(accountStatusAfter(code) ?? 'usable').toBe(ruleIn(accountStatuses, code, 'usable'));
    },
  );

  test.each(codes)('%s says in sentences what happened and what to do', (code) => {
    const { title = '', meaning = '', advice = '' } = findReturnCode(code) ?? {};
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    for (const sentence of [meaning, advice]) expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
  });

  test.each(['R00', 'R63', 'R99', 'constructor', 'hold_rejected', '', null, undefined])(
    'no rule is guessed for %s, which is none',
    (code) => {
      expect(findReturnCode(code)).toBeUndefined();
      expect(retryRuleOf(code)).toBeUndefined();
    },
  );
});

test.each([
  ['R01', '2026-03-05', '2026-03-09'],
  ['R29', '2026-03-05', '2026-03-09'],
  ['R01', '2026-11-24', '2026-11-27'],
  ['R17', '2026-03-05', '2026-03-09'],
  ['R10', '2026-03-05', '2026-05-04'],
  ['R13', '2026-03-05', '2026-03-05'],
  ['R31', '2026-03-05', undefined],
])('%s of a payment settled on %s is possible until %s', (code, settled, last) => {
  expect(lastReturnDate(code, settled)).toBe(last);
});

test('a notice of change says what to correct, and until when', () => {
  expect(Object.keys(noticesOfChange)).toEqual(['C01', 'C02', 'C03', 'C05', 'C06', 'C07', 'C09']);
  const advice = Object.values(noticesOfChange).map(noticeAdvice);
  expect(new Set(advice).size).toBe(7);
  expect(advice[5]).toBe(
    'Correct the routing number, the account number and the kind of account (checking or savings) within 6 business days or before the next entry, whichever is later.',
  );
});
