import type { Context } from '../../cli/context.ts';
import { GuardError } from '../../cli/errors.ts';
import type { PlanFile, Signature } from './plan.ts';
import { policyLimitCents } from './run-limits.ts';
import { isValidSignature, trustedKeys } from './signing-keys.ts';

/** What a signature is worth in a profile. */
export type SignatureStatus = 'approves' | 'invalid' | 'not trusted' | 'from the maker of the plan';

/** Whether the profile in use demands that a second person approves of this plan. */
export async function needsApproval(context: Context, { plan }: PlanFile): Promise<boolean> {
  const above = await policyLimitCents(context, 'twoPersonsAbove');
  if (above !== undefined && plan.payments.some(({ cents }) => cents > above)) return true;
  const isHere = (await context.profiles.list()).some(({ name }) => name === plan.profile);
  if (plan.profile === null || !isHere) return false;
  const { 'run.requireApproval': demanded } = await context.profiles.show(plan.profile);
  return demanded !== undefined && demanded !== null && demanded !== false;
}

/** What a signature is worth. The maker of a plan is not the second person, whatever key is used. */
export function signatureStatusOf(
  { hash, plan }: PlanFile,
  signature: Signature,
  trusted: ReadonlySet<string>,
): SignatureStatus {
  if (!isValidSignature(signature, hash)) return 'invalid';
  if (!trusted.has(signature.publicKey)) return 'not trusted';
  return plan.madeBy.keys.includes(signature.publicKey) ? 'from the maker of the plan' : 'approves';
}

/** The public keys that a profile trusts. */
export const trustedPublicKeys = (context: Context, profile: string | null): ReadonlySet<string> =>
  new Set(profile === null ? [] : trustedKeys(context, profile).map((it) => it.publicKey));

/**
 * Whether a trusted second person approved of a plan. Throws `GuardError` when nobody did and the profile demands it.
 */
export async function approvalOf(context: Context, file: PlanFile): Promise<boolean> {
  const trusted = trustedPublicKeys(context, file.plan.profile);
  const worth = file.signatures.map((it) => ({
    ...it,
    standing: signatureStatusOf(file, it, trusted),
  }));
  if (worth.some(({ standing }) => standing === 'approves')) return true;
  if (!(await needsApproval(context, file))) return false;
  const why = worth.map(({ name, standing }) => `the signature of ${name} is ${standing}`);
  throw new GuardError(
    'not_approved',
    `This plan needs a second approver; it has no valid approval${why.length > 0 ? `: ${why.join(', ')}` : ''}.`,
    ['remit run approve <plan> --key <name>', 'remit run key trust <name> <public key>'],
  );
}
