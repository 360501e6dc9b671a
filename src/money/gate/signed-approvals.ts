/** Approvals above `maxPerApproval`: the text that two people sign, and the check of their signatures. */

import type { Payable } from '../../api/operations/payable.ts';
import { centsIn, usd } from '../../render/money.ts';
import { GuardError } from '../errors.ts';
import type { RunPort } from '../port.ts';
import { assertStateApproved, verifiedState } from '../runs/approval.ts';
import type { Signature } from '../runs/plan.ts';
import { NAMESPACE } from '../runs/signing/allowed-signers.ts';
import { parseSignedText, type SignedSubject } from '../runs/signing/signable.ts';

type Role = Signature['role'];

/** The days for which a signature of an approval counts, as a plan does. */
const VALID_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Returns the approval of payables as its maker and its approvers sign it. The text has all that a question shows, so a
 * signature ends with any change of a payable.
 */
export function approvalSubject(
  { destination, business }: Pick<RunPort, 'destination' | 'business'>,
  found: readonly Payable[],
): SignedSubject<Role> {
  const cents = found.map(({ amount }) => centsIn(amount));
  const ids = found.map(({ id }) => id).join(' ');
  return {
    kind: 'approval',
    namespace: NAMESPACE,
    textOf: ({ role, person, at }) =>
      [
        'remit approval signature',
        `role: ${role}`,
        `person: ${person}`,
        `time: ${at}`,
        `service: ${destination().origin}`,
        `business: ${business()}`,
        `payables: ${found.length}`,
        `total: ${cents.includes(undefined) ? 'unknown' : usd(cents.reduce<number>((sum, it) => sum + (it ?? 0), 0))}`,
        ...found.map(lineOf),
        '',
      ].join('\n'),
    printedBy: (role) => `remit payable approve ${ids} --signable ${role} --person <name>`,
  };
}

function lineOf(it: Payable): string {
  const cents = centsIn(it.amount);
  const parts = {
    invoice: it.invoiceNumber,
    payee: it.payeeName,
    business: it.senderBusinessId ?? it.businessId,
    connection: it.connectionId,
    due: it.dueDate,
    updated: it.updatedAt,
  };
  const amount = cents === undefined ? 'unknown' : usd(cents);
  return `payable: ${it.id} ${amount} ${JSON.stringify(parts)}`;
}

/**
 * Verifies the signatures of an approval; returns the names of its approvers. `content` is one or more signed texts, each
 * followed by its signature.
 *
 * @throws {UsageError} If a text is not that of these payables.
 * @throws {GuardError} If a signature is not valid or too old, or one is missing (14).
 * @throws {ConfigError} If `ssh-keygen` or the files of the signers cannot be used.
 */
export async function assertApprovalSigned(
  context: RunPort,
  found: readonly Payable[],
  content: string,
): Promise<readonly string[]> {
  const subject = approvalSubject(context, found);
  const signatures = signedTexts(content).map((text) =>
    parseSignedText(subject, text.includes('\nrole: maker\n') ? 'maker' : 'approver', text),
  );
  const old = signatures.find(({ at }) => Date.now() - Date.parse(at) > VALID_DAYS * DAY_MS);
  if (old) {
    const message = `The signature of ${old.person} is older than ${VALID_DAYS} days. Nothing was sent.`;
    throw new GuardError('signature_expired', message, [subject.printedBy(old.role)]);
  }
  const state = await verifiedState(context, subject, signatures);
  assertStateApproved(state, 'This approval', [
    subject.printedBy(state.maker === undefined ? 'maker' : 'approver'),
  ]);
  return state.approvers;
}

/** Splits a file after each signature. */
const signedTexts = (content: string): readonly string[] =>
  content.split(/(?<=-----END SSH SIGNATURE-----\r?\n?)(?=remit )/);
