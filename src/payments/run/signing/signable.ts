/** The text that a signature of a plan covers. */

import { UsageError } from '../../../cli/errors.ts';
import { usd } from '../../../render/money.ts';
import type { PlanFile, Signature } from '../plan.ts';
import { isPerson } from './allowed-signers.ts';

/** The claim of a signature about itself: person, role and time (UTC ISO). */
export type SignatureClaim = Omit<Signature, 'signature'>;

/** Returns the bytes to sign: lines that a person can read, the same for everybody who makes them. */
export const signableText = (
  { hash, plan }: Pick<PlanFile, 'hash' | 'plan'>,
  { role, person, at }: SignatureClaim,
): string =>
  [
    'remit plan signature',
    `role: ${role}`,
    `person: ${person}`,
    `time: ${at}`,
    `plan: ${hash}`,
    `service: ${plan.origin}`,
    `business: ${plan.businessId}`,
    `payments: ${plan.totals.count}`,
    `total: ${usd(plan.totals.cents)}`,
    `expires: ${plan.expiresAt}`,
    '',
  ].join('\n');

const BEGIN = '-----BEGIN SSH SIGNATURE-----';

/**
 * Reads a signature that was made elsewhere: the text of `run show --signable`, followed by the output of
 * `ssh-keygen -Y sign`.
 *
 * @throws {UsageError} If the text is not exactly that of this plan and role.
 */
export function parseSignedText(
  file: Pick<PlanFile, 'hash' | 'plan'>,
  role: Signature['role'],
  content: string,
): Signature {
  const start = content.indexOf(BEGIN);
  const text = start < 0 ? content : content.slice(0, start);
  const [, person = ''] = /^person: (.*)$/m.exec(text) ?? [];
  const [, at = ''] = /^time: (.*)$/m.exec(text) ?? [];
  const claim = { role, person, at };
  if (start >= 0 && isPerson(person) && text === signableText(file, claim)) {
    return { ...claim, signature: content.slice(start) };
  }
  throw new UsageError(
    `The signature must follow the text that was signed, which is not that of this plan for its ${role}.`,
    {
      next: [
        `remit run show <plan> --signable ${role} --person <name> > plan.txt`,
        `ssh-keygen -Y sign -n remit-plan -f <key> plan.txt; cat plan.txt plan.txt.sig`,
      ],
    },
  );
}
