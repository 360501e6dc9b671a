/** Approval of a payment plan: the signatures of its maker and of other people. */

import { ConfigError } from '../../config/errors.ts';
import { cuttable, type QuestionLine, uncut } from '../../render/cuttable.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import { GuardError } from '../errors.ts';
import { needsApprovedPlan } from '../gate/policy.ts';
import type { RunPort } from '../port.ts';
import type { PlanFile, Signature } from './plan.ts';
import { hasNewPayee } from './row-marks.ts';
import { planSubject, type SignedClaim, type SignedSubject } from './signing/signable.ts';
import { type VerifiedSignature, verifySignatures } from './signing/signatures.ts';
import { readSignersInUse } from './signing/signers-in-use.ts';
import { SshKeygenMissingError } from './signing/ssh-keygen.ts';

/** The number of approvers beside the maker, unless a policy says more. */
const REQUIRED = 1;

/** Reports whether the policy requires an approval: of every payment, or because of the amounts or the payees of the plan. */
export async function needsApproval(context: RunPort, { plan }: PlanFile): Promise<boolean> {
  const payments: readonly PlannedTransfer[] = plan.payments;
  const policy = await context.policy();
  if (policy.newPayee === 'approve' && hasNewPayee(payments)) return true;
  return needsApprovedPlan(
    policy,
    payments.map(({ payeeId, connectionId = null, cents }) => ({
      businessId: payeeId,
      connectionId,
      cents,
    })),
  );
}

/** The number of approvers that a plan needs, at least one, and the signatures that it has. */
export interface ApprovalState {
  readonly required: number;
  /** The person who signed as the maker; `undefined` without a valid signature. */
  readonly maker: string | undefined;
  /** The approvers, each once, without the maker; nobody approves a plan that has none. */
  readonly approvers: readonly string[];
  readonly signatures: readonly VerifiedSignature<Signature['role']>[];
}

const approvalStateOf = (context: RunPort, file: PlanFile): Promise<ApprovalState> =>
  verifiedState(context, planSubject(file), file.signatures);

/**
 * Verifies the signatures of what a maker and approvers sign.
 *
 * @throws {ConfigError} If `ssh-keygen` or the files of the signers cannot be used.
 */
export async function verifiedState(
  context: RunPort,
  subject: SignedSubject<Signature['role']>,
  signatures: readonly SignedClaim<Signature['role']>[],
): Promise<ApprovalState> {
  const { approvals } = await context.policy();
  const trusted = signatures.length === 0 ? undefined : await readSignersInUse(context);
  const verified = trusted
    ? await verifySignatures(context.system, subject, signatures, trusted)
    : [];
  const by = (role: Signature['role']) =>
    verified.filter((it) => it.role === role && it.problem === null).map(({ person }) => person);
  const makers = new Set(by('maker'));
  const [maker] = makers.size === 1 ? makers : [];
  const approvers = maker === undefined ? [] : by('approver').filter((it) => it !== maker);
  const required = approvals?.required ?? REQUIRED;
  return { required, maker, approvers: [...new Set(approvers)], signatures: verified };
}

/** Whether enough people approved a plan, and the line of a question that says who did. */
export interface PlanApproval {
  readonly isApproved: boolean;
  readonly line: QuestionLine;
}

/**
 * Returns the approval of a plan.
 *
 * @throws {GuardError} If it is not approved, and the policy requires it.
 * @throws {ConfigError} If `ssh-keygen` or the files of the signers cannot be used.
 */
export async function approvalOf(context: RunPort, file: PlanFile): Promise<PlanApproval> {
  const state = await approvalStateOf(context, file);
  const isApproved = isStateApproved(state);
  if (!isApproved && (await needsApproval(context, file))) {
    const verb = state.maker === undefined ? 'sign' : 'approve';
    assertStateApproved(state, 'This plan', [`remit run ${verb} <plan> --key <file>`]);
  }
  return { isApproved, line: approvedByLine(state.approvers) };
}

const isStateApproved = ({ approvers, required }: ApprovalState): boolean =>
  approvers.length >= required;

/**
 * Checks that enough people approved something, with `what` as the subject of the message.
 *
 * @throws {GuardError} If not (14).
 */
export function assertStateApproved(
  state: ApprovalState,
  what: string,
  next: readonly string[],
): void {
  if (isStateApproved(state)) return;
  throw new GuardError(
    'not_approved',
    [`${what} needs approval: ${missingText(state)}.`, ...state.signatures.map(signatureText)],
    next,
  );
}

/** Returns the line of a question that says who approved a plan, also where `ssh-keygen` cannot verify it. */
export async function describeApproval(context: RunPort, file: PlanFile): Promise<QuestionLine> {
  try {
    return approvedByLine((await approvalStateOf(context, file)).approvers);
  } catch (error) {
    if (!(error instanceof SshKeygenMissingError)) throw error;
    return uncut('Approved by: unknown, since there is no ssh-keygen to verify signatures');
  }
}

const approvedByLine = (approvers: readonly string[]): QuestionLine =>
  cuttable`Approved by: ${approvers.length === 0 ? 'nobody' : approvers.join(', ')}`;

/**
 * Says, once for each profile, that no rule requires the approval of plans although the profile has signers. A policy of
 * the machine is the administrator's decision.
 *
 * @throws {ConfigError} If a file of the signers is unsafe or invalid.
 */
export async function suggestApprovalRule(context: RunPort): Promise<void> {
  const { machine, requireApproval, dualApprovalAbove } = await context.policy();
  if (machine !== undefined || requireApproval || dualApprovalAbove !== undefined) return;
  const place = `suggestions/approval-${context.settings().profile ?? ''}`;
  if (context.files.state.read(place) !== undefined) return;
  if ((await readSignersInUse(context)).signers.length === 0) return;
  context.notice(
    'No rule requires a second signature: remit policy set requireApproval true (or dualApprovalAbove <dollars>).',
  );
  try {
    context.files.state.write(place, 'shown\n');
  } catch (error) {
    // Where nothing can be written, it is said again.
    if (!(error instanceof ConfigError)) throw error;
  }
}

/** Returns what a plan lacks, in words. */
function missingText({ required, maker, approvers }: ApprovalState): string {
  if (maker === undefined) return 'it has no valid signature of its maker';
  const left = required - approvers.length;
  return `it needs ${left === 1 ? '1 more approver' : `${left} more approvers`} other than ${[maker, ...approvers].join(', ')}`;
}

const signatureText = ({ role, person, problem }: VerifiedSignature<Signature['role']>): string =>
  `signature of ${person} as ${role}: ${problem ?? 'valid'}`;

/** Returns the signatures with their validity in words, also where `ssh-keygen` cannot verify them. */
export async function describeSignatures(context: RunPort, file: PlanFile) {
  try {
    return signatureRows((await approvalStateOf(context, file)).signatures);
  } catch (error) {
    if (!(error instanceof SshKeygenMissingError)) throw error;
    return signatureRows(
      file.signatures.map((it) => ({ ...it, problem: 'is not verified: there is no ssh-keygen' })),
    );
  }
}

const signatureRows = (signatures: readonly VerifiedSignature<Signature['role']>[]) =>
  signatures.map(({ role, person, at, problem }) => ({
    role,
    person,
    at,
    standing: problem ?? 'valid',
  }));
