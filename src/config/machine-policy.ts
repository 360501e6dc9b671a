/** The machine policy: a file that only root can write, and that nothing of a user turns off. */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { isRecord } from '../is-record.ts';
import { DuplicateKeyError, parseStrictJson } from '../strict-json.ts';
import {
  ConfigError,
  createInvalidPolicyError,
  createUntrustedError,
  MachinePolicyError,
} from './errors.ts';
import type { MachinePolicy } from './machine-policy-schema.ts';
import { systemErrorCode } from './system-error.ts';
import { strangerIn } from './trusted-path.ts';

/** A file that one user alone may write, and the topmost directory above it that is checked. */
export interface TrustedFile {
  readonly file: string;
  /** The uid of the owner. */
  readonly owner: number;
  readonly top: string;
}

/** Returns the place of the machine policy. It depends on the platform alone. */
export function machinePolicyFile(platform: string): TrustedFile {
  if (platform === 'win32')
    return { file: 'C:\\ProgramData\\remit\\policy.json', owner: 0, top: 'C:\\' };
  // On macOS, /etc is a symbolic link.
  const folder = platform === 'darwin' ? '/private/etc' : '/etc';
  return { file: `${folder}/remit/policy.json`, owner: 0, top: '/' };
}

/** The part of the system that the machine policy depends on. */
export interface PolicySystem {
  readonly platform: string;
  /** Replaces the place of the file. Only tests set it. */
  readonly machinePolicyFile?: TrustedFile | undefined;
}

const placeOf = ({ platform, machinePolicyFile: place }: PolicySystem): TrustedFile =>
  place ?? machinePolicyFile(platform);

export const machinePolicyPath = (system: PolicySystem): string => placeOf(system).file;

/** Reports whether the user is root, who may change the machine policy. Always false on Windows. */
export const mayChangePolicy = (system: PolicySystem & { readonly uid: number | undefined }) =>
  system.uid === placeOf(system).owner;

/**
 * Reads the machine policy; `undefined` if there is none.
 *
 * @throws {MachinePolicyError} If the file or its directory exists and is not root's alone, cannot be read, or is invalid.
 */
export async function readMachinePolicy(system: PolicySystem): Promise<MachinePolicy | undefined> {
  const text = await readMachinePolicyText(system);
  return text === undefined ? undefined : parseMachinePolicy(text, machinePolicyPath(system));
}

/**
 * Reads the text of the machine policy; `undefined` if there is none.
 *
 * @throws {MachinePolicyError} If the file or its directory exists and is not root's alone, or cannot be read.
 */
export const readMachinePolicyText = async (system: PolicySystem): Promise<string | undefined> =>
  (await readTrustedFile(placeOf(system), system.platform))?.toString('utf8');

/**
 * Parses the text of a machine policy.
 *
 * @throws {MachinePolicyError} If it is invalid; the message begins with `file`.
 */
export async function parseMachinePolicy(text: string, file: string): Promise<MachinePolicy> {
  const { parsePolicyFile } = await import('./machine-policy-schema.ts');
  return { ...parsePolicyFile(jsonIn(text, file), file), file };
}

/**
 * Reads a file that the machine policy names; `undefined` if it does not exist.
 *
 * @throws {MachinePolicyError} If anyone but root could have written it, or it cannot be read.
 */
export const readFileOfRoot = (system: PolicySystem, file: string): Promise<Buffer | undefined> =>
  readTrustedFile({ ...placeOf(system), file }, system.platform);

/**
 * Reads a file that one user alone can have written; `undefined` if it does not exist. Symbolic links are not followed.
 *
 * @throws {MachinePolicyError} If the file, or a directory above it, could have been written by anyone else, or if it
 *   cannot be read.
 */
async function readTrustedFile(place: TrustedFile, platform: string): Promise<Buffer | undefined> {
  const descriptor = openTrusted(place, platform);
  if (descriptor === undefined) return undefined;
  try {
    await assertTrusted(place, fstatSync(descriptor), platform);
    return readFileSync(descriptor);
  } catch (error) {
    throw error instanceof ConfigError ? error : unreadable(place.file, error);
  } finally {
    closeSync(descriptor);
  }
}

/** Opens the file; `undefined` if it does not exist. */
function openTrusted(place: TrustedFile, platform: string): number | undefined {
  const { file } = place;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    return openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw unreadable(file, error);
    // A directory of another user could have lost its file at any time.
    if (platform !== 'win32') assertFolderTrusted(place, dirname(file));
    return undefined;
  }
}

/** Checks the open file, so that no one can replace it after the check, and the directories above it. */
async function assertTrusted(place: TrustedFile, found: Stats, platform: string): Promise<void> {
  const { file, top } = place;
  if (!found.isFile()) throw createUntrustedError(file, 'is not a regular file');
  if (found.size > MAX_BYTES) {
    throw createUntrustedError(file, `is larger than ${MAX_BYTES} bytes`);
  }
  if (platform === 'win32') {
    await (await import('./windows-permissions.ts')).assertWrittenByAdministrators(file);
    return;
  }
  assertOnlyOwnerWrites(place, file, found);
  for (let at = dirname(file); ; at = dirname(at)) {
    assertFolderTrusted(place, at);
    if (at === top || at === dirname(at)) return;
  }
}

const MAX_BYTES = 1_048_576;

/** Checks a directory. One that does not exist passes: then the file does not exist either. */
function assertFolderTrusted(place: TrustedFile, folder: string): void {
  let found: Stats | undefined;
  try {
    found = lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(folder, error);
  }
  if (found === undefined) return;
  if (!found.isDirectory()) throw createUntrustedError(folder, 'is not a directory');
  assertOnlyOwnerWrites(place, folder, found);
}

function assertOnlyOwnerWrites({ owner }: TrustedFile, path: string, found: Stats): void {
  const stranger = strangerIn(found, [owner]);
  if (stranger === undefined) return;
  if (stranger === 'owner') {
    throw createUntrustedError(path, `belongs to uid ${found.uid}, not to root`);
  }
  const mode = (found.mode & 0o777).toString(8);
  throw createUntrustedError(path, `is writable by other users (mode ${mode})`);
}

const unreadable = (path: string, error: unknown) =>
  new MachinePolicyError(
    `${path} cannot be read (${systemErrorCode(error) ?? error}), so the machine policy is not known; nothing was sent.`,
    [`an administrator must make ${path} readable for its users`],
  );

function jsonIn(text: string, file: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseStrictJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const isTwice = error instanceof DuplicateKeyError;
    throw createInvalidPolicyError(file, [isTwice ? error.message : 'it is not JSON']);
  }
  if (isRecord(value)) return value;
  throw createInvalidPolicyError(file, ['it is not a JSON object']);
}

/** Reports whether a machine policy binds the service at an origin; one that is not known is bound. */
export const bindsOrigin = (
  { exemptOrigins }: Pick<MachinePolicy, 'exemptOrigins'>,
  origin: string | undefined,
): boolean =>
  origin === undefined ||
  !exemptOrigins.some((exempt) =>
    exempt.endsWith(ANY_PORT)
      ? origin.replace(/:\d+$/, '') === exempt.slice(0, -ANY_PORT.length)
      : origin === exempt,
  );

const ANY_PORT = ':*';

/** The member by which root exempts the sandboxes of a machine. */
const SANDBOXES = '"exemptOrigins": ["http://127.0.0.1:*"]';

/**
 * Reports whether the machine policy binds the service at a base URL.
 *
 * @throws {MachinePolicyError} If it cannot be trusted, read or parsed.
 */
export async function isBoundByMachine(system: PolicySystem, baseUrl: string): Promise<boolean> {
  const policy = await readMachinePolicy(system);
  return policy !== undefined && bindsOrigin(policy, new URL(baseUrl).origin);
}

/** Says that the machine policy binds a sandbox, and the member that would exempt it. */
export const boundSandboxText = (system: PolicySystem): string =>
  `${machinePolicyPath(system)} applies to this sandbox: it counts as a real service. An administrator can exempt sandboxes with ${SANDBOXES}.`;

/**
 * Checks that the machine policy does not bind sandboxes.
 *
 * @throws {ConfigError} If it binds them; says the member that would exempt them.
 */
export async function assertSandboxesExempt(system: PolicySystem): Promise<void> {
  if (!(await isBoundByMachine(system, 'http://127.0.0.1:0'))) return;
  throw new ConfigError(
    `${machinePolicyPath(system)} applies to sandboxes on this machine, so the demo would be bound by it.`,
    [`as root, add ${SANDBOXES} to ${machinePolicyPath(system)}`],
  );
}
