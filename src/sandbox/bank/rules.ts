import { createInvalidFieldError } from '../context/validation.ts';

/** Nine digits whose weighted sum ends in zero (3-7-1): what every bank's number has. Throws `ApiError` (422). */
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

/** 4 to 17 digits. Throws `ApiError` (422), which does not repeat them. */
export function readAccountNumber(text: string): string {
  if (/^\d{4,17}$/.test(text)) return text;
  throw createInvalidFieldError(
    'invalid_account_number',
    'accountNumber',
    'accountNumber must be 4 to 17 digits.',
  );
}

/** Two different amounts from one to nine cents. */
export function microDepositAmounts(
  randomInt: (min: number, max: number) => number,
): [number, number] {
  const first = randomInt(1, 9);
  const second = randomInt(1, 8);
  return [first, second < first ? second : second + 1];
}

/** What a pair of amounts, in any order, comes to. `burnt`: the pair that uses up every attempt. */
export function checkMicroDeposits(
  given: readonly [number, number],
  sent: readonly [number, number],
): 'right' | 'wrong' | 'burnt' {
  if (given[0] === 9 && given[1] === 9) return 'burnt';
  const sorted = (pair: readonly number[]) => [...pair].sort().join();
  return sorted(given) === sorted(sent) ? 'right' : 'wrong';
}

/** How often the amounts may be tried. */
export const ATTEMPTS = 3;
