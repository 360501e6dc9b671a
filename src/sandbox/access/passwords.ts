import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, string, number, Buffer>(scrypt);

/** A password as it is kept: its salt, and what scrypt makes of both. */
export async function hashPassword(password: string, salt: string): Promise<string> {
  return `${salt}.${(await derive(password, salt, 32)).toString('base64url')}`;
}

/** Takes as long when nobody has that email (`kept` is undefined), so that the answer's time tells nothing. */
export async function passwordMatches(
  password: string,
  kept: string | undefined,
): Promise<boolean> {
  const [salt = ''] = (kept ?? 'nobody.').split('.');
  const given = Buffer.from(await hashPassword(password, salt));
  const wanted = Buffer.from(kept ?? '');
  return kept !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted);
}
