/**
 * The files that say whose signatures are valid: `allowed_signers` and `revoked_keys` in the directory of the settings.
 */

import { join } from 'node:path';
import { withLock } from '../../../config/file-lock.ts';
import { foldersOf } from '../../../config/folders.ts';
import { readOwn, readOwnBytes, writePrivate } from '../../../config/private-file.ts';
import { UsageError } from '../../errors.ts';
import type { RunPort } from '../../port.ts';
import { type AllowedSigner, allowedSignersText, parseAllowedSigners } from './allowed-signers.ts';
import { isRevoked, withRevoked } from './revoked-keys.ts';
import type { TrustedSigners } from './signatures.ts';

type Files = Pick<RunPort, 'system'>;

const placesOf = ({ system }: Files) => {
  const folders = foldersOf(system);
  const at = (name: string) => join(folders.config(), name);
  return { folders, signers: at('allowed_signers'), revoked: at('revoked_keys') };
};

/**
 * Reads whose signatures are valid.
 *
 * @throws {ConfigError} If a file is unsafe or invalid.
 */
export function readTrustedSigners(files: Files): TrustedSigners {
  const { folders, signers, revoked } = placesOf(files);
  const content = readOwnBytes(folders, revoked);
  return {
    file: signers,
    signers: parseAllowedSigners(readOwn(folders, signers) ?? '', signers),
    revoked: content && { file: revoked, content },
    program: undefined,
  };
}

/** Returns the path of the `allowed_signers` file. */
export const signersFileOf = (files: Files): string => placesOf(files).signers;

/**
 * Adds a line to `allowed_signers`.
 *
 * @throws {UsageError} If the person or the key is trusted already, or the key is revoked.
 * @throws {ConfigError} If a file is unsafe or invalid.
 */
export async function trustSigner(files: Files, signer: AllowedSigner): Promise<void> {
  const { folders, signers: path } = placesOf(files);
  await withLock(folders, path, async () => {
    const { signers, revoked } = readTrustedSigners(files);
    const { person, key } = signer;
    if (revoked && (await isRevoked(files.system, key, revoked)))
      throw new UsageError(`The key of ${person} is revoked.`);
    const same = signers.find(
      (it) => it.person.toLowerCase() === person.toLowerCase() || it.key.base64 === key.base64,
    );
    if (same) {
      throw new UsageError(
        same.key.base64 === key.base64
          ? `${same.person} is already trusted with this key.`
          : `${same.person} is already trusted, with another key.`,
        { next: ['remit run key list', `remit run key revoke ${same.person}`] },
      );
    }
    const text = readOwn(folders, path) ?? '';
    const end = text === '' || text.endsWith('\n') ? '' : '\n';
    writePrivate(folders, path, `${text}${end}${allowedSignersText([signer])}`);
  });
}

/**
 * Revokes the key of a person: removes the line of `allowed_signers`, and adds the key to `revoked_keys`.
 *
 * @throws {UsageError} If the person is not trusted.
 * @throws {ConfigError} If a file is unsafe or invalid.
 */
export async function revokeSigner(files: Files, person: string): Promise<AllowedSigner> {
  const { folders, signers: path, revoked: list } = placesOf(files);
  return withLock(folders, path, async () => {
    const { signers, revoked } = readTrustedSigners(files);
    const found = signers.find((it) => it.person === person);
    if (!found) {
      throw new UsageError(`${person} is not trusted.`, { next: ['remit run key list'] });
    }
    // The key is revoked first: an interruption may leave its line, and never its trust.
    const present = revoked ?? { file: list, content: Buffer.alloc(0) };
    writePrivate(folders, list, await withRevoked(files.system, found.key, person, present));
    const lines = (readOwn(folders, path) ?? '').split('\n');
    const others = lines.filter((line) => line.trim().split(/\s/, 1)[0] !== person);
    writePrivate(folders, path, others.join('\n'));
    return found;
  });
}
