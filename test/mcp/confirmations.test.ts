import { describe, expect, test } from 'vitest';
import { createConfirmations } from '../../src/mcp/confirmations.ts';
import { GuardError } from '../../src/money/errors.ts';

const FIVE_MINUTES_MS = 300_000;

function given() {
  let now = Date.parse('2026-03-02T15:00:00Z');
  const confirmations = createConfirmations(() => now);
  const { confirmation, expiresAt } = confirmations.give('a payment');
  return {
    confirmations,
    confirmation,
    expiresAt,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

/** The code that a use is stopped with; nothing when it is let through. */
function used(work: () => void): string {
  try {
    work();
    return 'let through';
  } catch (error) {
    return error instanceof GuardError ? error.code : String(error);
  }
}

describe('a confirmation', () => {
  test('is valid once, for its fingerprint', () => {
    const { confirmations, confirmation } = given();
    expect(used(() => confirmations.use(confirmation, 'a payment'))).toBe('let through');
    expect(used(() => confirmations.use(confirmation, 'a payment'))).toBe('confirmation_unknown');
  });

  test('is consumed by another fingerprint', () => {
    const { confirmations, confirmation } = given();
    expect(used(() => confirmations.use(confirmation, 'more'))).toBe('confirmation_mismatch');
    expect(used(() => confirmations.use(confirmation, 'a payment'))).toBe('confirmation_unknown');
  });

  test('is valid for five minutes', () => {
    const early = given();
    expect(early.expiresAt).toBe('2026-03-02T15:05:00.000Z');
    early.pass(FIVE_MINUTES_MS - 1);
    expect(used(() => early.confirmations.use(early.confirmation, 'a payment'))).toBe(
      'let through',
    );
    const late = given();
    late.pass(FIVE_MINUTES_MS);
    expect(used(() => late.confirmations.use(late.confirmation, 'a payment'))).toBe(
      'confirmation_expired',
    );
  });

  test('cannot be derived from another', () => {
    const { confirmations } = given();
    const many = Array.from({ length: 100 }, () => confirmations.give('a').confirmation);
    expect(new Set(many).size).toBe(100);
    expect(many.every((it) => /^[\w-]{22}$/.test(it))).toBe(true);
    expect(used(() => confirmations.use('', 'a'))).toBe('confirmation_unknown');
  });
});
