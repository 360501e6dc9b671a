/** Approval of a payment plan by a trusted second person. */

import type { Context } from '../../cli/context.ts';
import { GuardError } from '../../cli/errors.ts';
import { foldersOf } from '../../config/folders.ts';
import { readConfiguration } from '../../config/profiles.ts';
import { readPolicy } from '../policy.ts';
import type { PlanFile, Signature } from './plan.ts';
import { isValidSignature, trustedKeys } from './signing-keys.ts';

/** The validity of a signature in a profile. */
export type SignatureStatus = 'approves' | 'invalid' | 'not trusted' | 'from the maker of the plan';

/** Reports whether the plan needs a second approver: a payment above the policy's limit, or `run.requireApproval`. */
export async function needsApproval(context: Context, { plan }: PlanFile): Promise<boolean> {
  const { dualApprovalAboveCents: above } = readPolicy(context.settings().policy);
  if (above !== undefined && plan.payments.some(({ cents }) => cents > above)) return true;
  const { profiles } = readConfiguration(foldersOf(context.system));
  if (plan.profile === null || !Object.hasOwn(profiles, plan.profile)) return false;
  const required = profiles[plan.profile]?.['run.requireApproval'];
  return required !== undefined && required !== null && required !== false;
}

/**
 * Returns the validity of a signature. The maker of a plan cannot approve it, with any of the keys listed in the plan.
 */
export function signatureStatusOf(
  { hash, plan }: PlanFile,
  signature: Signature,
  trusted: ReadonlySet<string>,
): SignatureStatus {
  if (!isValidSignature(signature, hash)) return 'invalid';
  if (!trusted.has(signature.publicKey)) return 'not trusted';
  return plan.madeBy.keys.includes(signature.publicKey) ? 'from the maker of the plan' : 'approves';
}

/** Returns the public keys that a profile trusts. */
export const trustedPublicKeys = (context: Context, profile: string | null): ReadonlySet<string> =>
  new Set(
    profile === null ? [] : trustedKeys(context, profile).map((trustedKey) => trustedKey.publicKey),
  );

/**
 * Reports whether a trusted second person approved a plan.
 *
 * @throws {GuardError} If nobody did and the profile requires it.
 */
export async function approvalOf(context: Context, file: PlanFile): Promise<boolean> {
  const trusted = trustedPublicKeys(context, file.plan.profile);
  const checked = file.signatures.map((signature) => ({
    ...signature,
    status: signatureStatusOf(file, signature, trusted),
  }));
  if (checked.some(({ status }) => status === 'approves')) return true;
  if (!(await needsApproval(context, file))) return false;
  const reasons = checked.map(({ name, status }) => `the signature of ${name} is ${status}`);
  throw new GuardError(
    'not_approved',
    `This plan needs a second approver; it has no valid approval${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}.`,
    ['remit run approve <plan> --key <name>', 'remit run key trust <name> <public key>'],
  );
}
