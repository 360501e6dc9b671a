/** The texts that signatures cover. */

import { usd } from '../../../render/money.ts';
import { UsageError } from '../../errors.ts';
import type { PlanFile, Signature } from '../plan.ts';
import { isPerson, NAMESPACE } from './allowed-signers.ts';

/** The claim of a signature about itself: person, role and time (UTC ISO). */
export interface SignatureClaim<Role extends string> {
  readonly role: Role;
  readonly person: string;
  readonly at: string;
}

/** A signature of OpenSSH with its claim. */
export type SignedClaim<Role extends string> = SignatureClaim<Role> & {
  readonly signature: string;
};

/** A text that people sign, each in a role. */
export interface SignedSubject<Role extends string> {
  /** Its kind, as a message has it: `plan`. */
  readonly kind: string;
  /** The namespace of OpenSSH, which separates the signatures of different kinds. */
  readonly namespace: string;
  /** Returns the bytes to sign: lines that a person can read, the same for everybody who makes them. */
  readonly textOf: (claim: SignatureClaim<Role>) => string;
  /** The command that prints these bytes for a role. */
  readonly printedBy: (role: Role) => string;
}

/** Returns a plan as its maker and approvers sign it. */
export const planSubject = (
  file: Pick<PlanFile, 'hash' | 'plan'>,
): SignedSubject<Signature['role']> => ({
  kind: 'plan',
  namespace: NAMESPACE,
  textOf: (claim) => signableText(file, claim),
  printedBy: (role) => `remit run show <plan> --signable ${role} --person <name>`,
});

/** Returns the bytes to sign: lines that a person can read, the same for everybody who makes them. */
export const signableText = (
  { hash, plan }: Pick<PlanFile, 'hash' | 'plan'>,
  { role, person, at }: SignatureClaim<Signature['role']>,
): string =>
  [
    'remit plan signature',
    `role: ${role}`,
    `person: ${person}`,
    `time: ${at}`,
    `plan: ${hash}`,
    `service: ${plan.origin}`,
    `business: ${plan.businessId}`,
    `kind: ${kinds[plan.kind]}`,
    `payments: ${plan.totals.count}`,
    `total: ${usd(plan.totals.cents)}`,
    `expires: ${plan.expiresAt}`,
    '',
  ].join('\n');

const kinds = {
  payables: 'payables',
  quickPayments: 'quick payments',
  withdrawal: 'withdrawal',
} as const;

const BEGIN = '-----BEGIN SSH SIGNATURE-----';

/**
 * Reads a signature that was made elsewhere: the text that was signed, as `--signable` prints it, followed by the output
 * of `ssh-keygen -Y sign`.
 *
 * @throws {UsageError} If the text is not exactly that of this subject and role.
 */
export function parseSignedText<Role extends string>(
  subject: SignedSubject<Role>,
  role: Role,
  content: string,
): SignedClaim<Role> {
  const start = content.indexOf(BEGIN);
  const text = content.slice(0, start);
  const [, person = '', at = ''] = /\nperson: (.*)\ntime: (.*)\n/.exec(text) ?? [];
  const claim = { role, person, at };
  if (start > 0 && isPerson(person) && text === subject.textOf(claim)) {
    return { ...claim, signature: content.slice(start) };
  }
  throw new UsageError(
    `The signature must follow the text that was signed, which is not that of this ${subject.kind} for its ${role}.`,
    {
      next: [
        `${subject.printedBy(role)} > text.txt`,
        `ssh-keygen -Y sign -n ${subject.namespace} -f <key> text.txt; cat text.txt text.txt.sig`,
      ],
    },
  );
}
