/** Writes the id of the journal into the machine policy. */

import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from './errors.ts';
import { type PolicySystem, parseMachinePolicy, readMachinePolicyText } from './machine-policy.ts';
import type { MachinePolicy } from './machine-policy-schema.ts';
import { systemErrorCode } from './system-error.ts';

/**
 * Writes the id of the journal into the machine policy. Every other byte of the file, its owner and its mode stay; it
 * is replaced as a whole.
 *
 * @throws {MachinePolicyError} If the file cannot be trusted, read or parsed.
 * @throws {ConfigError} If it is not `policy` any more, or cannot be changed or written.
 */
export async function writeJournalId(
  system: PolicySystem,
  policy: MachinePolicy,
  id: string,
): Promise<void> {
  const { file } = policy;
  const text = (await readMachinePolicyText(system)) ?? '';
  if (!isDeepStrictEqual(await parseMachinePolicy(text, file), policy)) {
    throw new ConfigError(`${file} was changed meanwhile; it was left as it is.`, ['run it again']);
  }
  const changed = withJournalId(text, id);
  const wanted = { ...policy, journal: { ...policy.journal, id } };
  if (!isDeepStrictEqual(await parseMachinePolicy(changed, file), wanted)) {
    throw notWritten(file, id, 'its member journal is not written as expected');
  }
  try {
    replaceFile(file, changed);
  } catch (error) {
    throw notWritten(file, id, String(systemErrorCode(error) ?? error));
  }
}

const notWritten = (file: string, id: string, reason: string) =>
  new ConfigError(`${file} could not be changed (${reason}); it was left as it is.`, [
    `as root, add "id": "${id}" to the member journal of ${file}`,
  ]);

/** The member `journal`, whose values are texts: what is before its content, and its content. */
const JOURNAL = /("journal"\s*:\s*\{)((?:[\s:,]|"(?:[^"\\]|\\.)*")*)(?=\})/;
const ID = /("id"\s*:\s*)"(?:[^"\\]|\\.)*"/;
const PLACE = /(\s*)"place"\s*:\s*"(?:[^"\\]|\\.)*"/;

/** Returns the text of a policy with the id of its journal, beside its place. The caller checks what it means. */
function withJournalId(text: string, id: string): string {
  return text.replace(JOURNAL, (_, before: string, content: string) => {
    const changed = ID.test(content)
      ? content.replace(ID, (_all, name: string) => `${name}"${id}"`)
      : content.replace(PLACE, (place, space: string) => `${place},${space}"id": "${id}"`);
    return before + changed;
  });
}

/** Replaces a file by one with another content, and the same owner, group and mode. */
function replaceFile(file: string, text: string): void {
  const { uid, gid, mode } = lstatSync(file);
  const temporary = `${file}.${Math.random().toString(36).slice(2)}`;
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  try {
    const descriptor = openSync(temporary, O_CREAT | O_EXCL | O_WRONLY, 0o600);
    try {
      fchownSync(descriptor, uid, gid);
      fchmodSync(descriptor, mode & 0o7777);
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  const folder = openSync(dirname(file), constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
