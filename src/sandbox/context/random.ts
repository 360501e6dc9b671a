import { randomInt as cryptoInt, randomBytes } from 'node:crypto';

/** The chance a sandbox has: ids, secrets, micro-deposit amounts. */
export interface Random {
  /** Prefix, `_`, 16 characters of base32. */
  readonly newId: (prefix: string) => string;
  /**
   * `length` characters of `A-Za-z0-9_-` from the system's source of secrets. The first is a letter or a digit: people type
   * some of them, and a word that begins with `-` is a flag.
   */
  readonly newSecret: (length: number) => string;
  /** From `min` to `max`, both included. */
  readonly randomInt: (min: number, max: number) => number;
}

export const systemRandom: Random = {
  newId: (prefix) => `${prefix}_${inLetters(someBytes(16), base32)}`,
  newSecret: (length) =>
    inLetters(randomBytes(1), base32) + inLetters(randomBytes(length - 1), base64Url),
  randomInt: (min, max) => cryptoInt(min, max + 1),
};

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const base64Url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** The alphabets have 32 and 64 letters, so that every byte falls on each with the same chance. */
function inLetters(bytes: Uint8Array, alphabet: string): string {
  let text = '';
  for (const byte of bytes) text += alphabet[byte % alphabet.length];
  return text;
}

/** Asked for by itself, the chance of an id takes longer than all else about it: many are fetched at once, each byte is used once. */
function someBytes(length: number): Uint8Array {
  if (next + length > fetched.length) {
    fetched = randomBytes(8_192);
    next = 0;
  }
  next += length;
  return fetched.subarray(next - length, next);
}

let fetched: Uint8Array = new Uint8Array();
let next = 0;
