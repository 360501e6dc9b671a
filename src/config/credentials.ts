import { join } from 'node:path';
import { isRecord } from '../is-record.ts';
import { ConfigError } from './errors.ts';
import { type Folders, folderIfKnown } from './folders.ts';
import { type JsonObject, readObject } from './json-file.ts';
import { writePrivate } from './private-file.ts';

/** A stored token. It is bound to the origin it was stored for, and sent to no other. */
export interface Credential {
  readonly origin: string;
  readonly token: string;
  /** ISO 8601, if the service stated it. */
  readonly expiresAt: string | null;
  readonly user: string | null;
}

/**
 * Returns the token of a profile, if it was stored for exactly this origin; otherwise `undefined`.
 *
 * @throws {ConfigError} For a damaged file.
 */
export function readCredential(
  folders: Folders,
  profile: string,
  origin: string,
): Credential | undefined {
  const path = folderIfKnown(() => credentialsFile(folders));
  const all = (path === undefined ? undefined : readObject(path, folders)) ?? {};
  const found = Object.hasOwn(all, profile) ? credential(all[profile]) : undefined;
  return found?.origin === origin ? found : undefined;
}

/**
 * Stores the token of a profile, replacing an earlier one.
 *
 * @throws {ConfigError} If the token is invalid or cannot be stored.
 */
export const saveCredential = (
  folders: Folders,
  profile: string,
  { token, ...rest }: Credential,
): Promise<void> =>
  change(folders, (now) => ({ ...now, [profile]: { ...rest, token: checkToken(token) } }));

/**
 * Deletes the token of a profile. Returns whether there was one.
 *
 * @throws {ConfigError} If the file is damaged or cannot be written.
 */
export async function forgetCredential(folders: Folders, profile: string): Promise<boolean> {
  const path = folderIfKnown(() => credentialsFile(folders));
  if (path === undefined || !Object.hasOwn(readObject(path, folders) ?? {}, profile)) return false;
  await change(folders, ({ [profile]: _, ...rest }) => rest);
  return true;
}

/**
 * Validates a token: 8 to 4096 visible ASCII characters. Returns it without one trailing line break.
 *
 * @throws {ConfigError} For any other text, which the message never repeats.
 */
export function checkToken(input: string): string {
  const token = input.replace(/\r?\n$/, '');
  if (/^[\x21-\x7e]{8,4096}$/.test(token)) return token;
  throw new ConfigError('Invalid token: it must be 8 to 4096 visible characters on one line.');
}

export const credentialsFile = (folders: Folders): string =>
  join(folders.config(), 'credentials.json');

async function change(folders: Folders, edit: (now: JsonObject) => JsonObject): Promise<void> {
  const path = credentialsFile(folders);
  const { withLock } = await import('./file-lock.ts');
  await withLock(folders, path, () =>
    writePrivate(
      folders,
      path,
      `${JSON.stringify(edit(readObject(path, folders) ?? {}), null, 2)}\n`,
    ),
  );
}

/** Parses a stored credential. `undefined` if it was edited into something else. */
function credential(found: unknown): Credential | undefined {
  if (!isRecord(found)) return undefined;
  const { origin, token, expiresAt, user } = found;
  if (typeof origin !== 'string' || typeof token !== 'string') return undefined;
  return { origin, token, expiresAt: textOrNull(expiresAt), user: textOrNull(user) };
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
