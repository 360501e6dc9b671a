import { randomInt as cryptoInt, randomBytes } from 'node:crypto';

/** The chance a sandbox has: ids, secrets, micro-deposit amounts. */
export interface Random {
  /** Prefix, `_`, 16 characters of base32. */
  readonly newId: (prefix: string) => string;
  /** `length` characters of `A-Za-z0-9_-`, from the system's source of secrets. */
  readonly newSecret: (length: number) => string;
  /** From `min` to `max`, both included. */
  readonly randomInt: (min: number, max: number) => number;
}

export const systemRandom: Random = {
  newId: (prefix) => `${prefix}_${characters(base32, 16)}`,
  newSecret: (length) => characters(base64Url, length),
  randomInt: (min, max) => cryptoInt(min, max + 1),
};

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const base64Url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** The alphabets have 32 and 64 letters, so that every byte falls on each with the same chance. */
const characters = (alphabet: string, length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
