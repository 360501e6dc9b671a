/** Hashes of passwords (scrypt). */

import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Returns the hash of a password: salt, dot, and the scrypt key in base64url. */
export async function hashPassword(password: string, salt: string): Promise<string> {
  return `${salt}.${(await derive(password, salt, 32)).toString('base64url')}`;
}

/**
 * Reports whether a password matches its hash.
 *
 * Takes equally long without a hash, so that the response time does not tell whether the email is known.
 */
export async function passwordMatches(
  password: string,
  storedHash: string | undefined,
): Promise<boolean> {
  const [salt = ''] = (storedHash ?? 'nobody.').split('.');
  const actual = Buffer.from(await hashPassword(password, salt));
  const expected = Buffer.from(storedHash ?? '');
  return (
    storedHash !== undefined &&
    actual.length === expected.length &&
    timingSafeEqual(actual, expected)
  );
}
