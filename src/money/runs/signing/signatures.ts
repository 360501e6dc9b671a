/** Signatures, made and verified by `ssh-keygen`. */

import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ConfigError } from '../../../config/errors.ts';
import type { ProcessFacts } from '../../../config/process-facts.ts';
import { inTemporaryFolder } from '../../../config/temporary-folder.ts';
import { sanitizeInline } from '../../../render/sanitize.ts';
import { UsageError } from '../../errors.ts';
import type { RunPort } from '../../port.ts';
import { type AllowedSigner, fingerprintOf } from './allowed-signers.ts';
import { assertIntact, type RevokedKeys } from './revoked-keys.ts';
import type { SignatureClaim, SignedClaim, SignedSubject } from './signable.ts';
import { runSshKeygen, type SshKeygenOptions, type SshKeygenResult } from './ssh-keygen.ts';

/** Whom to trust: an `allowed_signers` file and a list of revoked keys, which `ssh-keygen` reads in their own place. */
export interface TrustedSigners {
  /** The path of the file. Only those who are trusted can write it, and the directories above it. */
  readonly file: string;
  /** Its lines. */
  readonly signers: readonly AllowedSigner[];
  /** `undefined` only if no list is configured. */
  readonly revoked: RevokedKeys | undefined;
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
  context: RunPort,
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
  const { code, stdout, stderr } = await context.prompt.lend(() =>
    runSshKeygen(system, ['-Y', 'sign', '-n', subject.namespace, '-f', path], {
      input: subject.textOf(claim),
    }),
  );
  if (code === 0) return { ...claim, signature: stdout };
  throw new ConfigError(`ssh-keygen did not sign with ${key}: ${firstReasonIn(stderr)}`, [
    'ssh-add -l',
    `ssh-keygen -l -f ${key}`,
  ]);
}

/** Returns the path of a key; a leading `~` of a setting is the home directory. */
const keyPathOf = ({ home, cwd }: ProcessFacts, key: string): string =>
  resolve(cwd, home === undefined ? key : key.replace(/^~(?=\/)/, home));

async function describeKey(system: ProcessFacts, path: string) {
  const { stdout, stderr } = await runSshKeygen(system, ['-l', '-E', 'sha256', '-f', path]);
  const [, fingerprint, type = ''] = /^\d+ (SHA256:\S+) .*\(([\w-]+)\)$/.exec(stdout.trim()) ?? [];
  if (fingerprint !== undefined) return { fingerprint, isOnHardware: type.endsWith('-SK') };
  throw new UsageError(`${path} is not a key: ${firstReasonIn(stderr)}`, {
    next: ['ssh-keygen -t ed25519', 'add --key <file>'],
  });
}

/** Returns the first line that `ssh-keygen` gave as the reason, without what is not one. */
function firstReasonIn(stderr: string): string {
  const reason = stderr
    .split(/\r?\n/)
    .find((line) => !/^(|Signing data on standard input|Enter .*: ?)$/.test(line));
  return reason ?? 'it gave no reason.';
}

/** A signature that was verified: `problem` is `null` if it is valid, otherwise the reason in words. */
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
  system: ProcessFacts,
  subject: SignedSubject<Role>,
  signatures: readonly SignedClaim<Role>[],
  trusted: TrustedSigners,
): Promise<readonly VerifiedSignature<Role>[]> {
  // Nothing can be valid, so no program is asked.
  if (trusted.signers.length === 0) {
    return signatures.map((signature) => ({ ...signature, problem: UNTRUSTED }));
  }
  // Nothing that is trusted is copied: the user could exchange it in a directory of their own while it is used.
  return inTemporaryFolder('remit-verify-', async (folder) => {
    const verified: VerifiedSignature<Role>[] = [];
    for (const [at, claim] of signatures.entries()) {
      const path = resolve(folder, `signature-${at}`);
      await writeFile(path, claim.signature);
      const problem = await problemOf({ system, subject, claim, trusted, path });
      verified.push({ ...claim, problem });
    }
    return verified;
  });
}

/** A signature to verify, and the path of its file, which is not trusted. */
interface Check<Role extends string> {
  readonly system: ProcessFacts;
  readonly subject: SignedSubject<Role>;
  readonly claim: SignedClaim<Role>;
  readonly trusted: TrustedSigners;
  readonly path: string;
}

/** Returns why a signature is not valid, as the end of a sentence; `null` if it is. */
async function problemOf<Role extends string>(check: Check<Role>): Promise<string | null> {
  const { claim, trusted } = check;
  if (Date.parse(claim.at) > Date.now() + CLOCK_SKEW_MS) return 'is of the future';
  const signer = trusted.signers.find(({ person }) => person === claim.person);
  // Each run decides by itself, so that a signature file that is exchanged between two of them gains nothing.
  const now = await verify(check);
  if (signer === undefined || now.code !== 0) return reasonOf(check, signer);
  if (signer.validAfter === undefined && signer.validBefore === undefined) return null;
  const time = claim.at.replace(/\D/g, '').slice(0, 14);
  const then = await verify(check, `-Overify-time=${time}`);
  return then.code === 0 ? null : 'is of a time at which its key was not valid';
}

/** Verifies text, namespace, person, key, validity and revocation at once. */
const verify = <Role extends string>(
  check: Check<Role>,
  ...more: readonly string[]
): Promise<SshKeygenResult> => {
  const { revoked } = check.trusted;
  return verifyUnrevoked(check, ...(revoked ? ['-r', revoked.file] : []), ...more);
};

const verifyUnrevoked = <Role extends string>(
  check: Check<Role>,
  ...more: readonly string[]
): Promise<SshKeygenResult> =>
  query(check, 'verify', '-n', check.subject.namespace, '-I', check.claim.person, ...more);

const query = <Role extends string>(
  { system, subject, claim, trusted, path }: Check<Role>,
  operation: string,
  ...more: readonly string[]
): Promise<SshKeygenResult> =>
  runSshKeygen(system, ['-Y', operation, '-s', path, '-f', trusted.file, ...more], {
    ...verifyingWith(trusted, system),
    input: subject.textOf(claim),
  });

/**
 * Returns the reason why a signature is not valid.
 *
 * @throws {ConfigError} If the list of revoked keys is damaged: `ssh-keygen` then refuses every key.
 */
async function reasonOf<Role extends string>(
  check: Check<Role>,
  signer: AllowedSigner | undefined,
): Promise<string> {
  const { system, claim, trusted, subject } = check;
  const found = await query(check, 'find-principals');
  const owner = sanitizeInline(found.stdout.trim());
  if (owner === '' || signer === undefined) return reasonIn(found, UNTRUSTED);
  if (owner !== claim.person) return `is made with the key of ${owner}`;
  const signed = await verifyUnrevoked(check);
  if (signed.code !== 0 || trusted.revoked === undefined) {
    return reasonIn(signed, `does not match the ${subject.kind}, the person and the time`);
  }
  await assertIntact(system, signer.key, trusted.revoked, verifyingWith(trusted, system));
  return 'is of a revoked key';
}

/**
 * Times of `allowed_signers` are UTC. The administrator's program gets no variable of the user, and runs in its own directory.
 */
const verifyingWith = ({ program }: TrustedSigners, { env }: ProcessFacts): SshKeygenOptions => ({
  program,
  cwd: program === undefined ? undefined : dirname(program),
  env: {
    ...(program === undefined && env),
    TZ: 'UTC',
  },
});

const UNTRUSTED = 'is of a key that nobody is trusted with';

/** Returns the reason that `ssh-keygen` gave, or another one if it gave none of these. */
function reasonIn({ stderr }: SshKeygenResult, otherwise: string): string {
  if (/expired|not yet valid/i.test(stderr)) return 'is of a key that is not valid now';
  if (/namespace/i.test(stderr)) return 'is made for another purpose';
  return otherwise;
}
