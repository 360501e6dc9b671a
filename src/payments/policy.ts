/** Checks of a prepared request against the policy. */

import { GuardError } from '../cli/errors.ts';
import { dollarsText } from '../contract/money.ts';
import type { Movement } from './movements.ts';
import type { Policy } from './policy-limits.ts';
import { createUnknownAmountError, type KnownMovement, type PreparedRequest } from './prepare.ts';

/** Reports whether a policy has any limit other than `readOnly`. */
const limitsMoney = ({ readOnly: _, ...limits }: Policy): boolean =>
  Object.values(limits).some((limit) => limit !== undefined);

/**
 * Checks that the policy allows writes.
 *
 * @throws {GuardError} If the profile is read-only (14).
 */
export function assertMayWrite({ readOnly }: Policy): void {
  if (readOnly) throw limitError('read_only', 'The policy of this profile is read-only.');
}

/**
 * Checks every movement of a request, and their sum, against the policy.
 *
 * The daily limit is checked by the journal, which knows the sum of the day.
 *
 * @throws {GuardError} For the first movement that the policy forbids, or if it is unknown what moves although the
 *   policy has limits or an expectation applies (14).
 */
export function assertPolicyAllows(policy: Policy, prepared: PreparedRequest): void {
  assertMayWrite(policy);
  const { approved = false, mustBeKnown = false } = prepared.options;
  if (prepared.unknownReason !== null) {
    if (limitsMoney(policy) || mustBeKnown) throw createUnknownAmountError(prepared.unknownReason);
    return;
  }
  const movements = prepared.known();
  for (const movement of movements) checkMovement(policy, movement, approved);
  const { maxPerRunCents } = policy;
  if (maxPerRunCents === undefined || movements.length < 2) return;
  const total = movements.reduce((sum, { cents }) => sum + cents, 0);
  if (total > maxPerRunCents) {
    throw limitError(
      'over_run_limit',
      `$${dollarsText(total)} is over the limit per run, ${usd(maxPerRunCents)}.`,
    );
  }
}

function checkMovement(policy: Policy, movement: KnownMovement, approved: boolean): void {
  checkAmount(policy, movement, approved);
  const { bankId, payee, kind } = movement;
  if (policy.banks && !policy.banks.includes(bankId)) {
    throw limitError(
      'bank_not_allowed',
      `Bank account ${bankId} is not allowed by this profile's policy.`,
    );
  }
  const { payees } = policy;
  const ids = [payee.connectionId, payee.businessId].filter((id) => id !== null);
  if (payees && kind === 'payment' && !ids.some((id) => payees.includes(id))) {
    throw limitError(
      'payee_not_allowed',
      `Payee of ${nameOf(movement)} is not allowed by this profile's policy.`,
    );
  }
}

function checkAmount(
  { maxPerPaymentCents, dualApprovalAboveCents }: Policy,
  movement: KnownMovement,
  approved: boolean,
): void {
  const { cents } = movement;
  if (maxPerPaymentCents !== undefined && cents > maxPerPaymentCents) {
    throw limitError(
      'over_payment_limit',
      `${capital(nameOf(movement))} is over the limit of ${usd(maxPerPaymentCents)}.`,
    );
  }
  if (dualApprovalAboveCents !== undefined && cents > dualApprovalAboveCents && !approved) {
    throw limitError(
      'needs_second_person',
      `${capital(nameOf(movement))} is over ${usd(dualApprovalAboveCents)}: a second approver is required.`,
      ['remit run plan, then remit run approve and remit run apply'],
    );
  }
}

/** Returns the subject of an error message about a movement. */
function nameOf({ kind, payableId, payee }: Movement): string {
  if (kind === 'withdrawal') return 'the withdrawal';
  if (payableId !== null) return `the payment of payable ${payableId}`;
  return `the payment to ${payee.name ?? payee.connectionId}`;
}

const limitError = (
  code: string,
  message: string,
  next: readonly string[] = ['remit policy show'],
) => new GuardError(code, message, next);

const usd = (cents: number) => `$${dollarsText(cents)}`;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
