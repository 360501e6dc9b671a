import { randomInt as cryptoInt, randomBytes } from 'node:crypto';

/** A source of ids, secrets and micro-deposit amounts. */
export interface Random {
  /** Returns the prefix, `_` and 16 characters of base32. */
  readonly newId: (prefix: string) => string;
  /**
   * Returns `length` characters of `A-Za-z0-9_-` from the system's secure source. The first is a letter or a digit,
   * since people type some of these, and a word that begins with `-` is a flag.
   */
  readonly newSecret: (length: number) => string;
  /** Returns an integer from `min` to `max`, both included. */
  readonly randomInt: (min: number, max: number) => number;
}

/** Randomness from the system's secure source. */
export const systemRandom: Random = {
  newId: (prefix) => `${prefix}_${encode(nextBytes(16), base32)}`,
  newSecret: (length) =>
    encode(randomBytes(1), base32) + encode(randomBytes(length - 1), base64Url),
  randomInt: (min, max) => cryptoInt(min, max + 1),
};

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const base64Url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

// The alphabets have 32 and 64 characters, so every byte maps to each with equal probability.
function encode(bytes: Uint8Array, alphabet: string): string {
  let text = '';
  for (const byte of bytes) text += alphabet[byte % alphabet.length];
  return text;
}

/**
 * Returns random bytes from a buffer of 8,192, each used once. Fetching the bytes of each id alone would take longer
 * than everything else about it.
 */
function nextBytes(length: number): Uint8Array {
  if (offset + length > pool.length) {
    pool = randomBytes(8_192);
    offset = 0;
  }
  offset += length;
  return pool.subarray(offset - length, offset);
}

let pool: Uint8Array = new Uint8Array();
let offset = 0;
