/**
 * The policy of a profile: its limits, and the checks of requests and runs against them. Its stored form is in
 * `config/policy-settings.ts`; the daily limit is also checked in the transaction of the journal.
 */

import type { Context } from '../cli/context.ts';
import { GuardError } from '../cli/errors.ts';
import type { PolicySettings } from '../config/policy-settings.ts';
import { newYorkDate, newYorkInstant } from '../contract/ach/calendar.ts';
import { parseAmount } from '../contract/money.ts';
import type { DayLimit } from '../journal/send-context.ts';
import { usd } from '../render/money.ts';
import type { Movement } from './movements.ts';
import { createUnknownAmountError, type KnownMovement, type PreparedRequest } from './prepare.ts';

/** The limits of a policy, in cents. A limit that is not set is `undefined`. */
interface Policy extends Pick<PolicySettings, 'readOnly' | 'banks' | 'payees'> {
  readonly maxPerPaymentCents: number | undefined;
  readonly maxPerDayCents: number | undefined;
  readonly maxPerRunCents: number | undefined;
  readonly dualApprovalAboveCents: number | undefined;
}

/** Converts a stored policy to cents. */
export const readPolicy = ({
  maxPayment,
  maxDay,
  maxRun,
  twoPersonsAbove,
  ...rest
}: PolicySettings): Policy => ({
  ...rest,
  maxPerPaymentCents: centsOf(maxPayment),
  maxPerDayCents: centsOf(maxDay),
  maxPerRunCents: centsOf(maxRun),
  dualApprovalAboveCents: centsOf(twoPersonsAbove),
});

const centsOf = (dollars: string | undefined) =>
  dollars === undefined ? undefined : parseAmount(dollars);

/** Reports whether a policy has any limit other than `readOnly`. */
const limitsMoney = ({ readOnly: _, ...limits }: PolicySettings): boolean =>
  Object.values(limits).some((limit) => limit !== undefined);

/**
 * Checks that the policy allows writes.
 *
 * @throws {GuardError} If the profile is read-only (14).
 */
export function assertMayWrite({ readOnly }: PolicySettings): void {
  if (readOnly) throw over('read_only', 'The policy of this profile is read-only.');
}

/**
 * Checks every movement of a request, and their sum, against the policy.
 *
 * The daily limit is checked by the journal, which knows the sum of the day.
 *
 * @throws {GuardError} For the first movement that the policy forbids, or if it is unknown what moves although the
 *   policy has limits or an expectation applies (14).
 */
export function assertPolicyAllows(settings: PolicySettings, prepared: PreparedRequest): void {
  assertMayWrite(settings);
  const { approved = false, mustBeKnown = false } = prepared.options;
  if (prepared.unknownReason !== null) {
    if (limitsMoney(settings) || mustBeKnown) {
      throw createUnknownAmountError(prepared.unknownReason);
    }
    return;
  }
  const policy = readPolicy(settings);
  const movements = prepared.known();
  for (const movement of movements) checkMovement(policy, movement, approved);
  if (movements.length < 2) return;
  checkTotal(
    policy,
    movements.reduce((sum, { cents }) => sum + cents, 0),
  );
}

/**
 * Checks a run against the limits per run and per day. `leftCents` is the part that is still to be sent.
 *
 * @throws {GuardError} If a limit is exceeded (14).
 */
export async function assertPolicyAllowsRun(
  context: Context,
  { totalCents, leftCents }: { readonly totalCents: number; readonly leftCents: number },
): Promise<void> {
  const { policy: settings } = context.settings();
  // Checked for the whole run: batches pass one by one, and the last of them would be left unpaid.
  checkTotal(readPolicy(settings), totalCents);
  const limit = dayLimitOf(settings, await context.serviceTime());
  if (!limit) return;
  const journal = await context.journal();
  const moved = await journal.sumMovedSinceCents(limit.since, context.destination());
  if (moved + leftCents <= limit.cents) return;
  throw over(
    'over_day_limit',
    `${usd(leftCents)} is over the remaining limit for today: ${usd(moved)} of ${usd(limit.cents)} already moved.`,
  );
}

/**
 * Returns the daily limit of the policy, counted from midnight Eastern Time; `undefined` if there is none. `now` is the
 * service's time, if it is known.
 */
export function dayLimitOf(settings: PolicySettings, now: Date = new Date()): DayLimit | undefined {
  const { maxPerDayCents } = readPolicy(settings);
  if (maxPerDayCents === undefined) return undefined;
  return { cents: maxPerDayCents, since: newYorkInstant(newYorkDate(now), 0).toISOString() };
}

function checkTotal({ maxPerRunCents }: Policy, cents: number): void {
  if (maxPerRunCents === undefined || cents <= maxPerRunCents) return;
  throw over('over_run_limit', `${usd(cents)} is over the limit per run, ${usd(maxPerRunCents)}.`);
}

function checkMovement(policy: Policy, movement: KnownMovement, approved: boolean): void {
  checkAmount(policy, movement, approved);
  const { bankId, payee, kind } = movement;
  if (policy.banks && !policy.banks.includes(bankId)) {
    throw over(
      'bank_not_allowed',
      `Bank account ${bankId} is not allowed by this profile's policy.`,
    );
  }
  const { payees } = policy;
  const ids = [payee.connectionId, payee.businessId].filter((it) => it !== null);
  if (payees && kind === 'payment' && !ids.some((it) => payees.includes(it))) {
    throw over(
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
    throw over(
      'over_payment_limit',
      `${capital(nameOf(movement))} is over the limit of ${usd(maxPerPaymentCents)}.`,
    );
  }
  if (dualApprovalAboveCents !== undefined && cents > dualApprovalAboveCents && !approved) {
    throw over(
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

const over = (code: string, message: string, next: readonly string[] = ['remit policy show']) =>
  new GuardError(code, message, next);

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
