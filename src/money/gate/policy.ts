/**
 * The checks of requests and runs against the policy. Its rules are in `config/effective-policy.ts`; the limits on sums
 * are checked in the transaction of the journal.
 */

import { newYorkDate, newYorkInstant } from '../../api/ach/calendar.ts';
import { shownName } from '../../api/id-or-name.ts';
import { parseAmount } from '../../api/money.ts';
import type { StoredDialect } from '../../config/dialect-files.ts';
import {
  assertEnvironmentAllowed,
  type EffectivePolicy,
  policyNameOf,
} from '../../config/effective-policy.ts';
import type { PolicyKey, PolicySettings } from '../../config/policy-settings.ts';
import { asRecord } from '../../is-record.ts';
import { usd } from '../../render/money.ts';
import { GuardError } from '../errors.ts';
import { APPROVED_PLAN } from '../journal/errors.ts';
import { isSamePayee, mergePayees, type PayeeAmount } from '../journal/intent-payees.ts';
import type { SpendingLimit, SpendingRule } from '../journal/spending-limits.ts';
import type { MoneyPort } from '../port.ts';
import type { CallContext } from '../sending/send-context.ts';
import { hashOfDialect } from './dialect-hash.ts';
import { type Movement, payeesOf } from './movements.ts';
import { createUnknownAmountError, type KnownMovement, type PreparedRequest } from './prepare.ts';

/** Returns the amount of a rule in cents; `undefined` if it is not set. */
export function limitCents(policy: PolicySettings, rule: AmountRule): number | undefined {
  const dollars = policy[rule];
  return dollars === undefined ? undefined : parseAmount(dollars);
}

type AmountRule = SpendingRule | 'maxPerPayment' | 'maxPerApproval';

/** Reports whether a policy has a rule that depends on what a request moves. */
const limitsMoney = ({
  readOnly: _,
  maxPerApproval: _____,
  approvals: __,
  requireApproval,
  sources: ___,
  machine: ____,
  ...limits
}: EffectivePolicy): boolean =>
  requireApproval === true ||
  Object.values(limits).some((limit) => limit !== undefined && limit !== 'warn');

/** The part of a call's context that the policy depends on. */
type PolicyContext = Pick<CallContext, 'policy' | 'environment' | 'profile'> & {
  readonly connection: Pick<CallContext['connection'], 'dialect'>;
};

/**
 * Checks that the policy allows writes, and returns it.
 *
 * @throws {MachinePolicyError} If the machine policy cannot be used.
 * @throws {ConfigError} If the profile calls a service a test environment that the machine policy binds.
 * @throws {GuardError} If it is read-only, or pins another dialect (14).
 */
export async function assertMayWrite(context: PolicyContext): Promise<EffectivePolicy> {
  const policy = await context.policy();
  assertEnvironmentAllowed(policy, context);
  assertDialectAllowed(policy, context.connection.dialect);
  if (policy.readOnly) throw over(policy, 'readOnly', 'read_only', 'Writing is not allowed');
  return policy;
}

/** The writes that decide which bank account is used, and the operations that add one. */
const bankOperations: Readonly<Record<string, 'named' | 'new'>> = {
  'bank.connect': 'new',
  'bank.connectManually': 'new',
  'bank.setDefault': 'named',
  'bank.verifyMicroDeposits': 'named',
  'link.enable': 'named',
  'link.configurePayMe': 'named',
};

/**
 * Checks a write that moves no money: a list of bank accounts binds new ones, the default account, and the settings of
 * links.
 *
 * @throws {GuardError} If the policy forbids it (14); and what `assertMayWrite` throws.
 */
export async function assertMayWriteOperation(
  context: PolicyContext,
  id: string | undefined,
  { params, body }: { readonly params?: unknown; readonly body?: unknown },
): Promise<void> {
  const policy = await assertMayWrite(context);
  const { allowedBankAccounts } = policy;
  const kind = id === undefined ? undefined : bankOperations[id];
  if (allowedBankAccounts === undefined || kind === undefined) return;
  const { fundingSourceId } = { ...asRecord(body), ...asRecord(params) };
  const isAllowed =
    kind === 'named' &&
    (fundingSourceId === undefined || allowedBankAccounts.includes(String(fundingSourceId)));
  if (isAllowed) return;
  const account = kind === 'new' ? 'A new bank account' : `Bank account ${fundingSourceId}`;
  throw over(policy, 'allowedBankAccounts', 'bank_not_allowed', `${account} is not allowed`);
}

/**
 * Checks every movement of a request, and their sum, against the policy.
 *
 * The limits on sums are checked by the journal, which knows what moved before.
 *
 * @throws {GuardError} For the first movement that the policy forbids, or if it is unknown what moves although the
 *   policy has limits or an expectation applies (14); and what `assertMayWrite` throws.
 */
export async function assertPolicyAllows(
  context: PolicyContext,
  prepared: PreparedRequest,
): Promise<EffectivePolicy> {
  const policy = await assertMayWrite(context);
  const { approved = false, mustBeKnown = false } = prepared.options;
  if (prepared.unknownReason !== null) {
    if (limitsMoney(policy) || mustBeKnown || policy.machine) {
      throw createUnknownAmountError(prepared.unknownReason);
    }
    return policy;
  }
  assertMembersAllowed(policy, prepared);
  const movements = prepared.known();
  if (movements.length > 0 && policy.requireApproval && !approved) {
    throw notApproved(
      policy,
      'requireApproval',
      `${capital(nameOf(movements[0]))} is not approved`,
    );
  }
  for (const movement of movements) checkMovement(policy, movement, approved);
  if (movements.length > 1) {
    checkTotal(
      policy,
      movements.reduce((sum, { cents }) => sum + cents, 0),
    );
  }
  return policy;
}

/**
 * Checks a run as a whole: its total, and its sums per period and payee. `totalCents` is the whole run, `left` the
 * requests that are still to be sent.
 *
 * @throws {GuardError} If the total is over the limit (14).
 * @throws {SpendingLimitError} If a sum would be over its limit (14).
 */
export async function assertPolicyAllowsRun(
  context: MoneyPort,
  { totalCents, left }: { readonly totalCents: number; readonly left: readonly PreparedRequest[] },
): Promise<void> {
  const policy = await context.policy();
  // Checked for the whole run: batches pass one by one, and the last of them would be left unpaid.
  checkTotal(policy, totalCents);
  const [first] = left;
  if (!first) return;
  const limits = spendingLimitsOf(policy, {
    now: await context.serviceTime(),
    approved: first.options.approved,
  }).filter(({ rule }) => rule !== 'maxPerRun');
  if (limits.length === 0) return;
  const spending = {
    ...context.destination(),
    cents: left.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
    payees: mergePayees(left.flatMap((it) => payeesOf(it.movements, it.businessId))),
  };
  await (await context.journal()).assertWithinLimits(spending, limits);
}

/** Reports whether payments need an approval: each of them, their payees' sums, or because every payment does. */
export function needsApprovedPlan(
  policy: PolicySettings,
  amounts: readonly PayeeAmount[],
): boolean {
  if (policy.requireApproval) return true;
  const above = limitCents(policy, 'dualApprovalAbove');
  if (above === undefined) return false;
  return amounts.some(
    (payee) =>
      amounts.reduce((sum, it) => sum + (isSamePayee(it, payee) ? it.cents : 0), 0) > above,
  );
}

/**
 * Returns the limits of a policy on sums. Days and months begin at midnight Eastern Time; `now` is the service's time,
 * if it is known.
 */
export function spendingLimitsOf(
  policy: EffectivePolicy,
  {
    now = new Date(),
    approved = false,
  }: { now?: Date | undefined; approved?: boolean | undefined },
): readonly SpendingLimit[] {
  const today = newYorkDate(now);
  const day = newYorkInstant(today, 0).toISOString();
  const month = newYorkInstant(`${today.slice(0, 8)}01`, 0).toISOString();
  const periods: readonly (readonly [SpendingRule, string])[] = [
    ['maxPerRun', day],
    ['maxPerDay', day],
    ['maxPerMonth', month],
    ['maxPerPayeePerDay', day],
    ...(approved ? [] : [['dualApprovalAbove', day] as const]),
  ];
  return periods.flatMap(([rule, since]) => {
    const cents = limitCents(policy, rule);
    return cents === undefined ? [] : [{ rule, cents, since, policy: policyNameOf(policy, rule) }];
  });
}

function checkTotal(policy: EffectivePolicy, cents: number): void {
  const limit = limitCents(policy, 'maxPerRun');
  if (limit === undefined || cents <= limit) return;
  throw over(policy, 'maxPerRun', 'over_run_limit', `${usd(cents)} is over the limit per run`);
}

function checkMovement(policy: EffectivePolicy, movement: KnownMovement, approved: boolean): void {
  checkAmount(policy, movement, approved);
  const { bankId, payee, kind } = movement;
  const { allowedBankAccounts, allowedPayees } = policy;
  if (allowedBankAccounts && !allowedBankAccounts.includes(bankId)) {
    const account = `Bank account ${bankId}`;
    throw over(policy, 'allowedBankAccounts', 'bank_not_allowed', `${account} is not allowed`);
  }
  const ids = [payee.connectionId, payee.businessId].filter((it) => it !== null);
  if (allowedPayees && kind === 'payment' && !ids.some((it) => allowedPayees.includes(it))) {
    const what = `The payee of ${nameOf(movement)}`;
    throw over(policy, 'allowedPayees', 'payee_not_allowed', `${what} is not allowed`);
  }
}

function checkAmount(policy: EffectivePolicy, movement: KnownMovement, approved: boolean): void {
  const { cents } = movement;
  const [most, approvedAbove] = [
    limitCents(policy, 'maxPerPayment'),
    limitCents(policy, 'dualApprovalAbove'),
  ];
  const what = `${capital(nameOf(movement))}, ${usd(cents)},`;
  if (most !== undefined && cents > most) {
    throw over(policy, 'maxPerPayment', 'over_payment_limit', `${what} is over the limit`);
  }
  if (approvedAbove !== undefined && cents > approvedAbove && !approved) {
    throw notApproved(policy, 'dualApprovalAbove', `${what} needs an approved plan`);
  }
}

/**
 * Checks the dialect, which decides from which members amounts, payees and records are read: under a policy of the
 * machine none but the one that it names may be used.
 *
 * @throws {GuardError} If another one is (14).
 */
export function assertDialectAllowed(
  { machine }: Pick<EffectivePolicy, 'machine'>,
  dialect: StoredDialect | undefined,
): void {
  if (machine === undefined) return;
  const { file, dialectHash = 'none' } = machine;
  const found = hashOfDialect(dialect) ?? 'none';
  if (found === dialectHash) return;
  throw new GuardError(
    'dialect_not_allowed',
    `Not sent: dialectHash of the machine policy (${file}) is ${dialectHash}, and that of the dialect in use is ${found}.`,
    ['remit policy show'],
  );
}

/** Checks the members that the dialect adds to a request against those that the machine policy lists. */
function assertMembersAllowed(
  policy: EffectivePolicy,
  { id, extraMembers }: PreparedRequest,
): void {
  const allowed = policy.machine?.extraMembers;
  if (allowed === undefined) return;
  const unlisted = Object.keys(extraMembers)
    .map((path) => `${id}.${path.replace(/\.\d+(?=\.)/g, '')}`)
    .find((name) => !allowed.includes(name));
  if (unlisted === undefined) return;
  throw new GuardError(
    'member_not_allowed',
    `Not sent: the member ${unlisted} is not among extraMembers of the machine policy (${policy.machine?.file}).`,
    ['remit policy show'],
  );
}

/** Returns the subject of an error message about a movement. */
function nameOf(movement: Movement | undefined): string {
  if (movement?.kind === 'withdrawal') return 'the withdrawal';
  if (!movement || movement.payableId !== null) {
    return `the payment of payable ${movement?.payableId}`;
  }
  const { name, businessId, connectionId } = movement.payee;
  if (name === null) return `the payment to ${connectionId}`;
  const shown = { own: [businessId, connectionId], others: [movement.bankId] };
  return `the payment to ${shownName(name, shown)}`;
}

/** Creates the error of a rule: what it forbids, its value, and whose policy it is. */
export function over(
  policy: EffectivePolicy,
  rule: Exclude<PolicyKey, `approvals.${string}`>,
  code: string,
  what: string,
  next: readonly string[] = ['remit policy show'],
): GuardError {
  const value = policy[rule];
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'string'
      ? dollarsText(value)
      : String(value);
  return new GuardError(
    code,
    `${what}: ${rule} of ${policyNameOf(policy, rule)} is ${text}.`,
    next,
  );
}

function dollarsText(value: string): string {
  const cents = parseAmount(value);
  return cents === undefined ? value : usd(cents);
}

const notApproved = (
  policy: EffectivePolicy,
  rule: 'requireApproval' | 'dualApprovalAbove',
  what: string,
) => over(policy, rule, 'not_approved', what, [APPROVED_PLAN]);

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
