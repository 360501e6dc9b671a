/** Signing of a plan file by its maker or an approver. */

import { foldersOf } from '../../config/folders.ts';
import { readConfiguration } from '../../config/profiles.ts';
import { GuardError, UsageError } from '../errors.ts';
import type { RunPort } from '../port.ts';
import type { PlanFile, Signature } from './plan.ts';
import { parseSignedText, planSubject } from './signing/signable.ts';
import { signWithKey, verifySignatures } from './signing/signatures.ts';
import { readSignersInUse } from './signing/signers-in-use.ts';

/** The source of a signature: a key, or a file with one that was made elsewhere. */
export interface SignatureSource {
  readonly key: string | undefined;
  readonly person: string | undefined;
  /** The path of a file, or `-`. */
  readonly signature: string | undefined;
}

/** Returns the signing key of `--key` or of the profile's `run.key`. */
export function signingKeyOf(context: RunPort, given: string | undefined): string | undefined {
  if (given !== undefined) return given;
  const { profile } = context.settings();
  const { profiles } = readConfiguration(foldersOf(context.system));
  const kept = profile === undefined ? undefined : profiles[profile]?.['run.key'];
  return typeof kept === 'string' && kept !== '' ? kept : undefined;
}

/**
 * Adds a signature to a plan: with a key, after the plan was compared with the service and shown; or one that was made
 * elsewhere, by a person who saw it there.
 *
 * @throws {UsageError} Without a key and a signature, or with both.
 * @throws {GuardError} If the plan is outdated or expired, the answer is No, or the signature is not valid (14).
 * @throws {ConfigError} If `ssh-keygen` cannot be used or does not sign.
 */
export async function signFile(
  context: RunPort,
  file: PlanFile,
  role: Signature['role'],
  source: SignatureSource,
): Promise<PlanFile> {
  const signature =
    source.signature === undefined
      ? await signHere(context, file, role, source)
      : parseSignedText(planSubject(file), role, await readSignature(context, source));
  assertOtherPerson(file, signature);
  await assertValid(context, file, signature, source);
  const others = file.signatures.filter(
    (it) => it.role !== role || (role === 'approver' && it.person !== signature.person),
  );
  return { ...file, signatures: [...others, signature] };
}

async function signHere(
  context: RunPort,
  file: PlanFile,
  role: Signature['role'],
  { key: given, person }: SignatureSource,
): Promise<Signature> {
  const key = signingKeyOf(context, given);
  if (key === undefined) {
    throw new UsageError('--key or --signature is required.', {
      next: ['add --key ~/.ssh/id_ed25519', 'remit profile set run.key ~/.ssh/id_ed25519'],
    });
  }
  const { assertPlanCurrent, confirmPlan } = await import('./review-plan.ts');
  await assertPlanCurrent(context, file);
  await confirmPlan(context, file, role === 'maker' ? 'Sign this plan?' : 'Approve this plan?');
  const { signers } = await readSignersInUse(context);
  return signWithKey(context, planSubject(file), { role, key, person, signers });
}

/**
 * Returns the text of `--signature`.
 *
 * @throws {UsageError} With a key or a person, or if it cannot be read.
 */
export async function readSignature(context: RunPort, source: SignatureSource): Promise<string> {
  const { signature: path = '-', key, person } = source;
  if (key !== undefined || person !== undefined) {
    throw new UsageError('--signature cannot be used with --key or --person.');
  }
  return context.files.readText(path);
}

/** Refuses an approval by the maker. */
function assertOtherPerson({ signatures }: PlanFile, { role, person }: Signature): void {
  const isOther = (it: Signature) => it.person.toLowerCase() !== person.toLowerCase();
  if (signatures.filter((it) => it.role !== role).every(isOther)) return;
  throw new GuardError(
    'same_person',
    `${person} signed this plan as ${role === 'maker' ? 'an approver' : 'its maker'}: another person must be its ${role}.`,
  );
}

/** Verifies a new signature. With `--person`, the signer may be known only where the plan is applied. */
async function assertValid(
  context: RunPort,
  file: PlanFile,
  signature: Signature,
  { person }: SignatureSource,
): Promise<void> {
  const trusted = await readSignersInUse(context);
  if (person !== undefined && !trusted.signers.some((it) => it.person === person)) return;
  const [verified] = await verifySignatures(
    context.system,
    planSubject(file),
    [signature],
    trusted,
  );
  if (!verified || verified.problem === null) return;
  throw new GuardError(
    'signature_invalid',
    `The signature of ${signature.person} ${verified.problem}; it was not added.`,
    ['remit run key list'],
  );
}
