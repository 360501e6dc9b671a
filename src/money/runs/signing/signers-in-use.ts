/** The people whose signatures are valid under the policy in use. */

import { ConfigError, MachinePolicyError } from '../../../config/errors.ts';
import { foldersOf } from '../../../config/folders.ts';
import { readFileOfRoot } from '../../../config/machine-policy.ts';
import type { PolicySettings } from '../../../config/policy-settings.ts';
import { readOwnBytes } from '../../../config/private-file.ts';
import type { ProcessFacts } from '../../../config/process-facts.ts';
import { GuardError } from '../../errors.ts';
import type { RunPort } from '../../port.ts';
import { parseAllowedSigners } from './allowed-signers.ts';
import type { RevokedKeys } from './revoked-keys.ts';
import type { TrustedSigners } from './signatures.ts';
import { readTrustedSigners } from './signer-files.ts';
import { systemSshKeygen } from './ssh-keygen.ts';

/**
 * Reads whose signatures are valid: by the files that the policy names, otherwise by those of the user. If the machine has a
 * policy, only its files count, they must be root's, and so must the `ssh-keygen` that verifies; without a file nobody is
 * trusted.
 *
 * @throws {ConfigError} If a file is unsafe or invalid, or there is no such `ssh-keygen`.
 */
export async function readSignersInUse(context: RunPort): Promise<TrustedSigners> {
  const { system } = context;
  const { machine, approvals = {} } = await context.policy();
  const { signers: path, revoked: list } = approvals;
  if (machine === undefined) {
    const own = readTrustedSigners(context);
    const folders = foldersOf(system);
    const read = (file: string) => {
      const content = readOwnBytes(folders, file);
      if (content !== undefined) return content;
      throw new ConfigError(
        `${file} does not exist, although the policy of the profile names it.`,
        ['remit policy show'],
      );
    };
    return {
      ...own,
      ...(path !== undefined && {
        file: path,
        signers: parseAllowedSigners(read(path).toString('utf8'), path),
      }),
      ...(list !== undefined && { revoked: { file: list, content: read(list) } }),
    };
  }
  return readSignersOfRoot(context, approvals);
}

/**
 * Reads whose signatures are valid under a machine policy: by its files alone.
 *
 * @throws {ConfigError} If a file is not root's or invalid, or there is no `ssh-keygen` of root.
 */
export async function readSignersOfRoot(
  { system }: Pick<RunPort, 'system'>,
  { signers: path, revoked: list }: NonNullable<PolicySettings['approvals']>,
): Promise<TrustedSigners> {
  const text = path === undefined ? undefined : await readFileOfRoot(system, path);
  const signers = parseAllowedSigners(text?.toString('utf8') ?? '', path ?? '');
  return {
    file: path ?? '',
    signers,
    revoked: list === undefined ? undefined : await readRevokedOfRoot(system, list),
    // Without signers nothing is verified, so that no program is needed.
    program: signers.length === 0 ? undefined : systemSshKeygen(system.platform),
  };
}

/** Reads the list of revoked keys of a machine policy, which must exist. */
async function readRevokedOfRoot(system: ProcessFacts, file: string): Promise<RevokedKeys> {
  const content = await readFileOfRoot(system, file);
  if (content !== undefined) return { file, content };
  throw new MachinePolicyError(
    `${file} does not exist, although the policy of the machine names it.`,
    [`an administrator must create ${file}`],
  );
}

/**
 * Refuses to change the user's own files where a policy names others, which alone count.
 *
 * @throws {GuardError} If one does (14).
 */
export async function assertOwnSignersCount(context: RunPort): Promise<void> {
  const { machine, approvals = {} } = await context.policy();
  const file = approvals.signers ?? machine?.file;
  if (file === undefined) return;
  throw new GuardError(
    'signers_of_policy',
    `Your own list of signers does not count here: the policy says who signs (${file}).`,
    ['remit policy show'],
  );
}
