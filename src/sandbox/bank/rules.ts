/** Rules of bank accounts: numbers and micro-deposits. Pure functions. */

import { createInvalidFieldError } from '../context/validation.ts';

/**
 * Validates a routing number: nine digits with a correct ABA check digit (weights 3-7-1).
 *
 * @throws {ApiError} 422 for any other
 */
export function readRoutingNumber(text: string): string {
  const digits = [...text].map(Number);
  const weights = [3, 7, 1];
  const sum = digits.reduce((total, digit, at) => total + digit * (weights[at % 3] ?? 0), 0);
  if (/^\d{9}$/.test(text) && /[1-9]/.test(text) && sum % 10 === 0) return text;
  throw createInvalidFieldError(
    'invalid_routing_number',
    'routingNumber',
    'Invalid routing number: must be nine digits with a valid check digit.',
  );
}

/**
 * Validates an account number: 4 to 17 digits.
 *
 * @throws {ApiError} 422, without the number in its message
 */
export function readAccountNumber(text: string): string {
  if (/^\d{4,17}$/.test(text)) return text;
  throw createInvalidFieldError(
    'invalid_account_number',
    'accountNumber',
    'accountNumber must be 4 to 17 digits.',
  );
}

/** Returns two different amounts from 1 to 9 cents. */
export function microDepositAmounts(
  randomInt: (min: number, max: number) => number,
): [number, number] {
  const first = randomInt(1, 9);
  const second = randomInt(1, 8);
  return [first, second < first ? second : second + 1];
}

/** Compares two amounts in cents, in any order. `burnt` is the pair 9 and 9, which uses up all attempts. */
export function checkMicroDeposits(
  entered: readonly [number, number],
  sent: readonly [number, number],
): 'right' | 'wrong' | 'burnt' {
  if (entered[0] === 9 && entered[1] === 9) return 'burnt';
  const sorted = (pair: readonly number[]) => [...pair].sort().join();
  return sorted(entered) === sorted(sent) ? 'right' : 'wrong';
}

/** The number of attempts to verify micro-deposits. */
export const ATTEMPTS = 3;
