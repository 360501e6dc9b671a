/** Signatures, made and verified by `ssh-keygen`. */

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Context } from '../../../cli/context.ts';
import { UsageError } from '../../../cli/errors.ts';
import type { System } from '../../../cli/system.ts';
import { ConfigError } from '../../../config/errors.ts';
import { inTemporaryFolder } from '../../../config/temporary-folder.ts';
import { sanitizeInline } from '../../../render/sanitize.ts';
import {
  type AllowedSigner,
  allowedSignersText,
  fingerprintOf,
  isPerson,
} from './allowed-signers.ts';
import { isRevoked, type RevokedKeys } from './revoked-keys.ts';
import type { SignatureClaim, SignedClaim, SignedSubject } from './signable.ts';
import { runSshKeygen, type SshKeygenOptions, type SshKeygenResult } from './ssh-keygen.ts';

/** Whom to trust: the lines of `allowed_signers`, and the revoked keys. */
export interface TrustedSigners {
  readonly signers: readonly AllowedSigner[];
  readonly revoked: RevokedKeys;
  /** The `ssh-keygen` that verifies; `undefined` for the one of the user's `PATH`. */
  readonly program: string | undefined;
}

/** The largest difference between the clocks of two machines, in ms. */
const CLOCK_SKEW_MS = 300_000;

/**
 * Signs with a key: a private key file, or a public key whose private one is in `ssh-agent` or on a security
 * key. `ssh-keygen` asks for the passphrase.
 *
 * @throws {UsageError} If `person` is not given and the key is nobody's, or the key is another person's.
 * @throws {ConfigError} If it does not sign.
 */
export async function signWithKey<Role extends string>(
  context: Context,
  subject: SignedSubject<Role>,
  {
    role,
    key,
    person: given,
    signers,
  }: {
    readonly role: Role;
    readonly key: string;
    readonly person: string | undefined;
    readonly signers: readonly AllowedSigner[];
  },
): Promise<SignedClaim<Role>> {
  const { system } = context;
  const path = keyPathOf(system, key);
  const { fingerprint, isOnHardware } = await describeKey(system, path);
  const owner = signers.find((signer) => fingerprintOf(signer.key) === fingerprint)?.person;
  const person = given ?? owner;
  if (person === undefined || (owner !== undefined && owner !== person)) {
    throw new UsageError(
      person === undefined
        ? `Nobody is known to have the key ${key} (${fingerprint}).`
        : `The key ${key} is that of ${owner}, not of ${person}.`,
      { next: ['remit run key trust <person> <public key>', 'remit run key list'] },
    );
  }
  const claim: SignatureClaim<Role> = { role, person, at: new Date().toISOString() };
  if (isOnHardware) context.notice('Touch the security key when it blinks.');
  const { code, stdout, stderr } = await system.stdin.keyboard.lend(() =>
    runSshKeygen(system, ['-Y', 'sign', '-n', subject.namespace, '-f', path], {
      input: subject.textOf(claim),
    }),
  );
  if (code === 0) return { ...claim, signature: stdout };
  throw new ConfigError(`ssh-keygen did not sign with ${key}: ${reasonIn(stderr)}`, [
    'ssh-add -l',
    `ssh-keygen -l -f ${key}`,
  ]);
}

/** Returns the path of a key; a leading `~` of a setting is the home folder. */
const keyPathOf = ({ home, cwd }: System, key: string): string =>
  resolve(cwd, home === undefined ? key : key.replace(/^~(?=\/)/, home));

async function describeKey(system: System, path: string) {
  const { stdout, stderr } = await runSshKeygen(system, ['-l', '-E', 'sha256', '-f', path]);
  const [, fingerprint, type = ''] = /^\d+ (SHA256:\S+) .*\(([\w-]+)\)\s*$/.exec(stdout) ?? [];
  if (fingerprint !== undefined) return { fingerprint, isOnHardware: type.endsWith('-SK') };
  throw new UsageError(`${path} is not a key: ${reasonIn(stderr)}`, {
    next: ['ssh-keygen -t ed25519', 'add --key <file>'],
  });
}

/** Returns the first line that `ssh-keygen` gave as the reason, without what is not one. */
function reasonIn(stderr: string): string {
  const lines = stderr.split('\n').map((line) => sanitizeInline(line.trim()));
  const reason = lines.find(
    (line) => !/^(|Signing data on standard input|Enter .*: ?)$/.test(line),
  );
  return reason ?? 'it gave no reason.';
}

/** A signature that was verified: `problem` is `null` if it is valid, else the reason in words. */
export type VerifiedSignature<Role extends string> = SignedClaim<Role> & {
  readonly problem: string | null;
};

/**
 * Verifies signatures: each must be made by the key of the person that it names, who is trusted now and was
 * at the time that it states.
 *
 * The time is the signer's own word, so a key that is revoked or out of its validity now is refused whatever it says.
 *
 * @throws {ConfigError} If `ssh-keygen` cannot be run, or the list of revoked keys is damaged.
 */
export async function verifySignatures<Role extends string>(
  system: System,
  subject: SignedSubject<Role>,
  signatures: readonly SignedClaim<Role>[],
  trusted: TrustedSigners,
): Promise<readonly VerifiedSignature<Role>[]> {
  if (signatures.length === 0) return [];
  // Nothing can be valid, so no program is asked.
  if (trusted.signers.length === 0) {
    return signatures.map((signature) => ({ ...signature, problem: UNTRUSTED }));
  }
  return inTemporaryFolder('remit-verify-', async (folder) => {
    // Copies of what was read and checked, so that no other file can take their place meanwhile.
    await writeFile(join(folder, 'signers'), allowedSignersText(trusted.signers), { mode: 0o600 });
    await writeFile(join(folder, 'revoked'), trusted.revoked.content, { mode: 0o600 });
    const verified: VerifiedSignature<Role>[] = [];
    for (const signature of signatures) {
      await writeFile(join(folder, 'signature'), signature.signature, { mode: 0o600 });
      const problem = await problemOf(system, subject, signature, { folder, trusted });
      verified.push({ ...signature, problem });
    }
    return verified;
  });
}

async function problemOf<Role extends string>(
  system: System,
  subject: SignedSubject<Role>,
  claim: SignedClaim<Role>,
  { folder, trusted }: { readonly folder: string; readonly trusted: TrustedSigners },
): Promise<string | null> {
  const { person, at } = claim;
  const options = verifyingWith(trusted, system);
  const common = ['-s', 'signature', '-f', 'signers'];
  const inFolder = { ...system, cwd: folder };
  if (Date.parse(at) > Date.now() + CLOCK_SKEW_MS) return 'is of the future';
  const found = await runSshKeygen(inFolder, ['-Y', 'find-principals', ...common], options);
  const persons = found.code === 0 ? found.stdout.split('\n').filter((line) => line !== '') : [];
  const [owner] = persons;
  if (owner === undefined) return ofNobody(found);
  if (persons.length > 1 || !isPerson(owner)) return 'is of a key that several persons share';
  if (owner !== person) return `is made with the key of ${owner}`;
  const verify = ['-Y', 'verify', '-n', subject.namespace, '-I', person, ...common];
  const input = { ...options, input: subject.textOf(claim) };
  const signed = await runSshKeygen(inFolder, verify, input);
  if (signed.code !== 0) return invalidReason(signed, subject.kind);
  const now = await runSshKeygen(inFolder, [...verify, '-r', 'revoked'], input);
  const signer = trusted.signers.find((one) => one.person === person);
  if (now.code !== 0) return revokedReason(system, signer, trusted.revoked, options);
  if (signer?.validAfter === undefined && signer?.validBefore === undefined) return null;
  const time = at.replace(/\D/g, '').slice(0, 14);
  const then = await runSshKeygen(inFolder, [...verify, `-Overify-time=${time}`], input);
  return then.code === 0 ? null : 'is of a time at which its key was not valid';
}

/**
 * Returns the reason why a key was refused with the list of revoked keys.
 *
 * @throws {ConfigError} If the list is damaged: `ssh-keygen` then refuses every key.
 */
async function revokedReason(
  system: System,
  signer: AllowedSigner | undefined,
  revoked: RevokedKeys,
  options: SshKeygenOptions,
): Promise<string> {
  if (signer) await isRevoked(system, signer.key, revoked, options);
  return 'is of a revoked key';
}

/** Times of `allowed_signers` are UTC; the administrator's program gets no variable of the user. */
const verifyingWith = ({ program }: TrustedSigners, { env }: System): SshKeygenOptions => ({
  program,
  env: {
    ...(program === undefined ? env : { PATH: '/usr/bin:/bin' }),
    LC_ALL: 'C',
    TZ: 'UTC',
  },
});

const UNTRUSTED = 'is of a key that nobody is trusted with';

const ofNobody = ({ stderr }: SshKeygenResult): string =>
  /expired|not yet valid/i.test(stderr) ? 'is of a key that is not valid now' : UNTRUSTED;

function invalidReason({ stderr }: SshKeygenResult, kind: string): string {
  if (/expired|not yet valid/i.test(stderr)) return 'is of a key that is not valid now';
  if (/namespace/i.test(stderr)) return 'is made for another purpose';
  return `does not match the ${kind}, the person and the time`;
}
