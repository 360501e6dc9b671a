/** Revoked keys: a list of public keys, or a key revocation list (KRL) of `ssh-keygen -k`. */

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../../config/errors.ts';
import type { ProcessFacts } from '../../../config/process-facts.ts';
import { inTemporaryFolder } from '../../../config/temporary-folder.ts';
import { sanitizeInline } from '../../../render/sanitize.ts';
import { type PublicKey, parsePublicKey } from './allowed-signers.ts';
import { runSshKeygen, type SshKeygenOptions } from './ssh-keygen.ts';

/** A list of revoked keys, as it was read. */
export interface RevokedKeys {
  /** Its path. Only those who are trusted can write it, and the directories above it. */
  readonly file: string;
  readonly content: Buffer;
}

const MAGIC = Buffer.from('SSHKRL\n\0');

const isKrl = ({ content }: RevokedKeys): boolean =>
  content.subarray(0, MAGIC.length).equals(MAGIC);

/**
 * Reports whether a key is revoked.
 *
 * @throws {ConfigError} If the file is damaged, so that this is not known, or `ssh-keygen` cannot be run.
 */
export async function isRevoked(
  system: ProcessFacts,
  key: PublicKey,
  revoked: RevokedKeys,
): Promise<boolean> {
  if (!isKrl(revoked)) return isListed(key, revoked);
  return besideList(key, revoked, async (keyFile) => {
    const { code, stderr } = await runSshKeygen(system, ['-Q', '-f', revoked.file, keyFile]);
    if (code === 0 || code === 1) return code === 1;
    throw createDamagedError(revoked, stderr);
  });
}

/**
 * Checks that a list can tell whether a key is revoked.
 *
 * @throws {ConfigError} If the file is damaged, or `ssh-keygen` cannot be run.
 */
export async function assertIntact(
  system: ProcessFacts,
  key: PublicKey,
  revoked: RevokedKeys,
  options: SshKeygenOptions,
): Promise<void> {
  if (!isKrl(revoked)) {
    isListed(key, revoked);
    return;
  }
  const { code, stderr } = await runSshKeygen(system, ['-Q', '-f', revoked.file], options);
  if (code !== 0) throw createDamagedError(revoked, stderr);
}

/** Reports whether a list of public keys has a key. A line that is no key counts only where the key is not found. */
function isListed({ base64 }: PublicKey, { file, content }: RevokedKeys): boolean {
  const lines = content.toString('utf8').split(/\r?\n/);
  if (lines.some((line) => parsePublicKey(line)?.base64 === base64)) return true;
  const wrong = lines.findIndex((line) => !/^\s*(#|$)/.test(line) && !parsePublicKey(line));
  if (wrong < 0) return false;
  throw new ConfigError(
    `${file}:${wrong + 1}: is not a public key, so it is not known which keys are revoked.`,
    ['write one public key per line, or make the file with ssh-keygen -k'],
  );
}

/**
 * Returns revoked keys with one more, in the same form.
 *
 * @throws {ConfigError} If the file is damaged, or `ssh-keygen` cannot be run.
 */
export async function withRevoked(
  system: ProcessFacts,
  key: PublicKey,
  person: string,
  revoked: RevokedKeys,
): Promise<Buffer> {
  const { content } = revoked;
  if (!isKrl(revoked)) {
    const end = content.length === 0 || content.at(-1) === LINE_BREAK ? '' : '\n';
    return Buffer.concat([content, Buffer.from(`${end}${key.type} ${key.base64} ${person}\n`)]);
  }
  return besideList(key, revoked, async (keyFile) => {
    const copy = join(dirname(keyFile), 'revoked');
    await writeFile(copy, content);
    const { code, stderr } = await runSshKeygen(system, ['-q', '-k', '-u', '-f', copy, keyFile]);
    if (code !== 0) throw createDamagedError(revoked, stderr);
    return readFile(copy);
  });
}

const LINE_BREAK = 10;

/** Runs work with the file of a key in a new directory beside the list: whoever could write to it could write the list. */
const besideList = <Result>(
  { type, base64 }: PublicKey,
  { file }: RevokedKeys,
  work: (keyFile: string) => Promise<Result>,
): Promise<Result> =>
  inTemporaryFolder(
    '.remit-revoked-',
    async (folder) => {
      const keyFile = join(folder, 'key.pub');
      await writeFile(keyFile, `${type} ${base64}\n`);
      return work(keyFile);
    },
    dirname(file),
  );

function createDamagedError({ file }: RevokedKeys, stderr: string): ConfigError {
  const reason = sanitizeInline(stderr.trim().replace(/.*: /s, ''));
  return new ConfigError(
    `${file} is not a valid key revocation list (${reason}), so it is not known which keys are revoked.`,
    [`ssh-keygen -Q -l -f ${file}`],
  );
}
