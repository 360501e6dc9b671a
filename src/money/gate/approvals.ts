/** The gate for approvals: an approval is a promise to pay, so each is read, checked, confirmed and sent here. */

import { type Payable, payable as payables } from '../../api/operations/payable.ts';
import { dateIn } from '../../api/schema/field-types.ts';
import type { EffectivePolicy } from '../../config/effective-policy.ts';
import { asRecord } from '../../is-record.ts';
import { type Cuttable, cuttable, type QuestionLine } from '../../render/cuttable.ts';
import { centsIn, usd } from '../../render/money.ts';
import { NotAsConfirmedError } from '../errors.ts';
import { inQuotes, type Mark, markLines } from '../marks/mark.ts';
import { assertMarksAllowed } from '../marks/payment-marks.ts';
import { duplicatesIn } from '../marks/read-duplicates.ts';
import type { MoneyPort, Stake } from '../port.ts';
import type { CallContext } from '../sending/send-context.ts';
import { assertPayableUnchanged } from './changes.ts';
import { describeParties, MAX_SHOWN } from './describe.ts';
import {
  assertExpectedPayments,
  type Expectations,
  hasExpectations,
  hasExpectedAmount,
} from './expectations.ts';
import { payableChanges } from './payable-changes.ts';
import { limitCents, over } from './policy.ts';
import { createUnknownAmountError } from './prepare.ts';
import { otherIdsOf } from './same-number.ts';

/** The key of the constructor: no other module can create an `Approval`. */
const KEY = Symbol('approval');

/** The approval of one payable as it was shown. */
export class Approval {
  readonly businessId: string;
  readonly payable: Payable;
  /** The amount; `null` if the service does not state it. */
  readonly cents: number | null;
  /** The duplicates that it may have. */
  readonly marks: readonly Mark[];
  /** The people whose signatures allow it above the limit, beside its maker; empty for none. */
  readonly signedBy: readonly string[];

  constructor(
    key: symbol,
    businessId: string,
    payable: Payable,
    { marks, signedBy }: Pick<Approval, 'marks' | 'signedBy'>,
  ) {
    if (key !== KEY) throw new Error('Only prepareApprovals() makes an approval.');
    this.businessId = businessId;
    this.payable = payable;
    this.cents = centsIn(payable.amount) ?? null;
    this.marks = marks;
    this.signedBy = signedBy;
    Object.freeze(this);
  }
}

/** The approvals that were confirmed: by a person, or by `--yes`, a token or expectations in place of one. */
const confirmed = new WeakSet<Approval>();

/** The question that confirms approvals, and the expectations that they are compared with. */
export interface ApprovalQuestion {
  readonly expected?: Expectations;
  /** In place of the description of each payable. */
  readonly lines?: readonly QuestionLine[];
  readonly question?: string;
  readonly stake?: Omit<Stake, 'cents'>;
}

/**
 * Prepares the approvals of payables by the business that would pay them, as they were read. `signedBy` are the approvers
 * whose signatures `assertApprovalSigned` verified.
 *
 * @throws {GuardError} If the policy forbids one (14).
 */
export async function prepareApprovals(
  context: MoneyPort,
  businessId: string,
  found: readonly Payable[],
  signedBy: readonly string[] = [],
): Promise<readonly Approval[]> {
  const [first] = found;
  if (first === undefined) return [];
  await context.checkWrite(payables.approve, { params: { businessId, payableId: first.id } });
  const { call, records, journal } = context;
  const marks = await duplicatesIn({ call, records, journal, businessId })(found);
  const approvals = found.map(
    (it, at) => new Approval(KEY, businessId, it, { marks: marks[at] ?? [], signedBy }),
  );
  assertApprovalsAllowed(await context.policy(), approvals);
  return approvals;
}

/**
 * Compares approvals with what is expected of them, and has them confirmed by one question with count and total.
 *
 * @throws {GuardError} If an expectation is not met, or the answer is no (14).
 * @throws {UsageError} If nobody can be asked, or `--yes` alone does not confirm the amount (2).
 */
export async function confirmApprovals(
  context: MoneyPort,
  approvals: readonly Approval[],
  { expected = {}, lines, question, stake = {} }: ApprovalQuestion = {},
): Promise<void> {
  for (const line of assertExpected(expected, approvals)) context.notice(line);
  const shown = lines ?? describeApprovals(approvals);
  const marked = markLines(
    approvals.flatMap(({ marks }) => marks),
    shown,
  );
  const isAsked = await context.confirm(
    [...shown, ...marked],
    question ?? (approvals.length === 1 ? 'Approve it?' : 'Approve them?'),
    { isExpected: hasExpectedAmount(expected), ...stake, cents: totalOf(approvals) },
  );
  if (!isAsked) for (const line of marked) context.notice(line);
  for (const it of approvals) confirmed.add(it);
}

/**
 * Checks a write before it is sent: an approval must be confirmed, allowed by the policy, and of a payable that is still
 * as it was shown. Other operations pass.
 *
 * @throws {GuardError} If the payable changed, or the policy forbids its approval (14).
 */
export async function assertApprovalConfirmed(
  means: CallContext,
  { id, params, body }: ApprovingWrite,
  approval: Approval | undefined,
): Promise<void> {
  await assertAutoApprovalAllowed(means, { id, params, body });
  if (id !== 'payable.approve') return;
  const { businessId, payableId } = asRecord(params);
  const isConfirmed =
    approval !== undefined &&
    confirmed.has(approval) &&
    approval.payable.id === payableId &&
    approval.businessId === businessId;
  if (!isConfirmed)
    throw new Error(`The approval of payable ${payableId} was not confirmed: not sent.`);
  assertApprovalsAllowed(await means.policy(), [approval]);
  const now = await means.connection.client.call(payables.get, {
    params: { businessId: approval.businessId, payableId: approval.payable.id },
  });
  assertPayableUnchanged(approval.payable, now);
}

/** A write: the id of its operation and its parts under the contract's names. */
interface ApprovingWrite {
  readonly id: string | undefined;
  readonly params?: unknown;
  readonly body?: unknown;
}

/**
 * Checks the settings of a connection against `maxPerApproval`: approving its payables automatically, which nobody is
 * asked about, is allowed up to an amount within the limit.
 *
 * @throws {GuardError} If they are not allowed (14).
 */
export async function assertAutoApprovalAllowed(
  { policy: read }: Pick<CallContext, 'policy'>,
  { id, body }: ApprovingWrite,
): Promise<void> {
  const { netTerms: _, ...settings } = asRecord(body);
  if (id !== 'connection.setSettings' || Object.keys(settings).length === 0) return;
  const policy = await read();
  const limit = limitCents(policy, 'maxPerApproval');
  if (limit === undefined) return;
  const { autoApprove, ...others } = settings;
  const { enabled, maxAmount } = asRecord(autoApprove);
  const most = centsIn(maxAmount) ?? Number.POSITIVE_INFINITY;
  if (Object.keys(others).length === 0 && (enabled === false || most <= limit)) return;
  const what =
    'Approving the payables of a connection automatically, above the limit or without one';
  throw over(policy, 'maxPerApproval', 'over_approval_limit', what);
}

/** Reports the differences between a confirmed approval and the record that the service returned (exit 13). */
export function reportDifferences(
  { onUnrecorded }: Pick<CallContext, 'onUnrecorded'>,
  { payable }: Approval,
  answer: unknown,
): void {
  const { status: _, ...shown } = payable;
  const changes = payableChanges(shown, asRecord(answer) as Payable, { isPartial: true });
  if (changes.length > 0) {
    onUnrecorded(new NotAsConfirmedError([`Payable ${payable.id}: ${changes.join(', ')}.`]));
  }
}

/**
 * Checks approvals against `maxPerApproval`; those that two people signed pass.
 *
 * @throws {GuardError} If one is over it, or its amount is unknown (14).
 */
function assertApprovalsAllowed(policy: EffectivePolicy, approvals: readonly Approval[]): void {
  for (const { marks } of approvals) assertMarksAllowed(policy, marks, { approved: true });
  const limit = limitCents(policy, 'maxPerApproval');
  if (limit === undefined) return;
  for (const { payable, cents, signedBy } of approvals) {
    if (signedBy.length > 0 || knownCents(payable, cents) <= limit) continue;
    const what = `The approval of payable ${payable.id}, ${usd(knownCents(payable, cents))},`;
    throw over(policy, 'maxPerApproval', 'over_approval_limit', `${what} is over the limit`, [
      `with two signatures: remit payable approve ${payable.id} --signable maker --person <name>`,
      'remit policy show',
    ]);
  }
}

/** Checks expectations: the amount of each, the count and the total of all, and the payee. */
function assertExpected(
  { expectAmount, ...expected }: Expectations,
  approvals: readonly Approval[],
): readonly string[] {
  if (!hasExpectations({ expectAmount, ...expected })) return [];
  const payments = approvals.map(({ payable, cents }) => ({
    cents: knownCents(payable, cents),
    payeeId: payable.senderBusinessId ?? payable.businessId,
    payeeName: payable.payeeName,
    connectionId: payable.connectionId,
    payableId: payable.id,
  }));
  for (const payment of payments) assertExpectedPayments({ expectAmount }, [payment]);
  return assertExpectedPayments(expected, payments, 'approvals');
}

function knownCents({ id }: Payable, cents: number | null): number {
  if (cents !== null) return cents;
  throw createUnknownAmountError(`The service did not return the amount of payable ${id}.`);
}

const totalOf = (approvals: readonly Approval[]): number | null =>
  approvals.reduce<number | null>(
    (sum, { cents }) => (sum === null || cents === null ? null : sum + cents),
    0,
  );

function describeApprovals(approvals: readonly Approval[]): readonly Cuttable[] {
  if (approvals.length === 1) return approvals.map((it) => cuttable`Approve ${describeOne(it)}`);
  const total = totalOf(approvals);
  const rest = approvals.slice(MAX_SHOWN);
  return [
    cuttable`Approve ${approvals.length} payables, total ${total === null ? 'unknown' : usd(total)}:`,
    ...approvals.slice(0, MAX_SHOWN).map((it) => cuttable`  ${describeOne(it)}`),
    ...(rest.length > 0 ? [cuttable`  and ${rest.length} more`] : []),
  ];
}

/** Describes an approval: amount, payee, invoice number, id and due date. */
function describeOne({ payable, cents }: Approval): Cuttable {
  const { payee, subject } = describeParties({
    name: payable.payeeName,
    partnerId: payable.senderBusinessId ?? payable.businessId ?? payable.connectionId,
    partnerIds: otherIdsOf(payable),
    payableId: payable.id,
    number: payable.invoiceNumber,
  });
  return cuttable`${cents === null ? 'an unknown amount' : usd(cents)} to ${payee}${subject}${describeDue(payable)}`;
}

function describeDue({ dueDate: due }: Payable): Cuttable | '' {
  if (!due) return '';
  const day = dateIn(due);
  return day === undefined
    ? cuttable`, due ${inQuotes(due)}, which is no date`
    : cuttable`, due ${day}`;
}
