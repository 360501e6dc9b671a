/** Verdicts about money under a machine policy: one person requests, another one approves. */

import { centsOf } from '../../api/money.ts';
import { bindsOrigin, readMachinePolicy } from '../../config/machine-policy.ts';
import type { MachinePolicy } from '../../config/machine-policy-schema.ts';
import { type Cuttable, cuttable } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import { GuardError, UsageError } from '../errors.ts';
import type { VerdictApproval, VerdictRequest } from '../journal/chain/entry.ts';
import type { Intent, Verdict } from '../journal/intent.ts';
import { concernsMoney } from '../journal/journaled-operations.ts';
import type { RunPort } from '../port.ts';
import { readSignature, type SignatureSource, signingKeyOf } from '../runs/sign-file.ts';
import { VERDICT_NAMESPACE } from '../runs/signing/allowed-signers.ts';
import { parseSignedText, type SignedClaim, type SignedSubject } from '../runs/signing/signable.ts';
import { signWithKey, type TrustedSigners, verifySignatures } from '../runs/signing/signatures.ts';
import { readSignersOfRoot } from '../runs/signing/signers-in-use.ts';

export type VerdictRole = 'requester' | 'approver';

/**
 * Returns the machine policy that makes a verdict on an intent the matter of two people; `undefined` if one
 * decides. The service of the intent counts, whatever the settings of this run are.
 *
 * @throws {MachinePolicyError} If the machine policy cannot be trusted, read or parsed.
 */
export async function policyOfVerdict(
  { system }: Pick<RunPort, 'system'>,
  { operation, origin }: Pick<Intent, 'operation' | 'origin'>,
): Promise<MachinePolicy | undefined> {
  const machine = await readMachinePolicy(system);
  return machine && concernsMoney(operation) && bindsOrigin(machine, origin) ? machine : undefined;
}

/** A verdict on an intent that is unresolved, as it is signed. */
interface SignedVerdict {
  readonly intent: Intent;
  readonly verdict: Verdict;
  readonly note: string | null;
  /** The entry of the intent that it follows, as printed: it is not valid after any other. */
  readonly after: string;
}

/** Returns a verdict as its requester and approver sign it. `journal` is the id of the journal. */
const subjectOf = (
  journal: string,
  { intent, verdict, note, after }: SignedVerdict,
): SignedSubject<VerdictRole> => ({
  kind: 'verdict',
  namespace: VERDICT_NAMESPACE,
  textOf: ({ role, person, at }) =>
    [
      'remit verdict signature',
      `role: ${role}`,
      `person: ${person}`,
      `time: ${at}`,
      `journal: ${journal}`,
      `after entry: ${after}`,
      ...factsOf({ intent, verdict, note }),
      '',
    ].join('\n'),
  printedBy: (role) =>
    `remit journal resolve ${intent.id} --${role === 'requester' ? verdict : 'approve'} --signable --person <name>`,
});

/** Returns what a person decides on, as lines. */
const factsOf = ({ intent, verdict, note }: Omit<SignedVerdict, 'after'>): readonly string[] => [
  `intent: ${intent.id}`,
  `operation: ${intent.operation}`,
  `service: ${intent.origin}`,
  ...Object.entries({
    business: intent.businessId,
    payable: intent.payableId,
    connection: intent.connectionId,
    payment: intent.paymentId,
    amount: intent.amount === null ? null : usd(centsOf(intent.amount)),
    sent: intent.sentAt,
  }).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
  `verdict: ${verdict}`,
  // On one line, whatever was typed.
  ...(note === null ? [] : [`note: ${JSON.stringify(note)}`]),
];

function headOf({ intent, verdict }: Pick<SignedVerdict, 'intent' | 'verdict'>): Cuttable {
  const { amount, payableId, connectionId, paymentId, id } = intent;
  const sum = amount === null ? '' : cuttable`${usd(centsOf(amount))} for `;
  return cuttable`${sum}${payableId ?? connectionId ?? paymentId ?? id}: ${verdict}`;
}

/** A verdict that two people sign, ready for the signature of one of them. */
export interface VerdictToSign {
  /** Returns the bytes to sign elsewhere. */
  readonly textFor: (person: string) => string;
  /**
   * Records the signature: as the request, or as the approval, which also records the verdict.
   *
   * @throws {UsageError} Without a key and a signature, or with both.
   * @throws {GuardError} If the answer is No, the signature is not valid, or the requester approves (14).
   * @throws {ConfigError} If `ssh-keygen` cannot be used or does not sign.
   * @throws {VerdictOutdatedError} If the intent changed since it was read.
   */
  readonly sign: (source: SignatureSource) => Promise<void>;
}

/**
 * Prepares the request of a verdict.
 *
 * @throws {NothingToResolveError} If the intent is not unresolved.
 * @throws {GuardError} If no signers are configured (14).
 */
export async function prepareVerdictRequest(
  context: RunPort,
  machine: MachinePolicy,
  found: { readonly intent: Intent; readonly verdict: Verdict; readonly note: string | null },
): Promise<VerdictToSign> {
  const journal = await context.journal();
  const trusted = await readSigners(context, machine);
  const { head: after } = await journal.verdictState(found.intent.id);
  const { verdict, note } = found;
  return toSign(context, trusted, 'requester', {
    subject: subjectOf(journal.id, { ...found, after }),
    head: headOf(found),
    facts: factsOf(found),
    check: () => {},
    record: async (signature) => {
      const request: VerdictRequest = { ...approvalOf(signature, after), verdict, note };
      await journal.requestVerdict(found.intent.id, request);
    },
  });
}

/**
 * Prepares the approval of the newest request, after verifying its signature.
 *
 * @throws {NothingToResolveError} If the intent is not unresolved.
 * @throws {GuardError} If nothing is requested, the signature of the request is not valid now, or the policy lists nobody
 *   who may sign (14).
 */
export async function prepareVerdictApproval(
  context: RunPort,
  machine: MachinePolicy,
  intent: Intent,
): Promise<VerdictToSign> {
  const journal = await context.journal();
  const trusted = await readSigners(context, machine);
  const { head: after, request } = await journal.verdictState(intent.id);
  if (request === undefined) throw createNotRequestedError(intent.id);
  const { verdict, note } = request;
  await assertRequestValid(context, trusted, { journal: journal.id, intent, request });
  return toSign(context, trusted, 'approver', {
    subject: subjectOf(journal.id, { intent, verdict, note, after }),
    head: headOf({ intent, verdict }),
    facts: [...factsOf({ intent, verdict, note }), `requested by: ${request.person}`],
    check: ({ person }) => {
      if (person.toLowerCase() !== request.person.toLowerCase()) return;
      throw new GuardError(
        'same_person',
        `${person} requested this verdict: another person must approve it.`,
      );
    },
    record: (signature) => journal.approveVerdict(intent.id, approvalOf(signature, after)),
  });
}

async function readSigners(context: RunPort, { file, approvals = {} }: MachinePolicy) {
  const trusted = await readSignersOfRoot(context, approvals);
  if (trusted.signers.length > 0) return trusted;
  throw new GuardError(
    'no_signers',
    `A verdict about money needs the signatures of two people, and ${file} lists none (approvals.signers).`,
    ['remit journal reconcile'],
  );
}

const createNotRequestedError = (id: string) =>
  new GuardError('not_requested', `No verdict on ${id} is requested.`, [
    `remit journal resolve ${id} --applied --key <file>, or --not-applied`,
  ]);

/** Verifies the signature of a request: who signed it may have lost the right to since. */
async function assertRequestValid(
  { system }: RunPort,
  trusted: TrustedSigners,
  {
    journal,
    intent,
    request,
  }: { readonly journal: string; readonly intent: Intent; readonly request: VerdictRequest },
): Promise<void> {
  const { person, signedAt: at, signature } = request;
  const claim = { role: 'requester', person, at, signature } as const;
  const subject = subjectOf(journal, { intent, ...request });
  const [verified] = await verifySignatures(system, subject, [claim], trusted);
  if (verified?.problem === null) return;
  throw new GuardError(
    'signature_invalid',
    `The request of ${person} does not count: its signature ${verified?.problem}.`,
    [`request it again: remit journal resolve ${intent.id} --${request.verdict} --key <file>`],
  );
}

/** Returns a signature as the journal keeps it. */
const approvalOf = (
  { person, at, signature }: SignedClaim<VerdictRole>,
  after: string,
): VerdictApproval => ({ person, signedAt: at, signature, after });

interface Signing {
  readonly subject: SignedSubject<VerdictRole>;
  /** The amount and the counterparty, and what is said about them. */
  readonly head: Cuttable;
  readonly facts: readonly string[];
  /** Throws `GuardError` if this person may not sign. */
  readonly check: (signature: SignedClaim<VerdictRole>) => void;
  readonly record: (signature: SignedClaim<VerdictRole>) => Promise<void>;
}

const toSign = (
  context: RunPort,
  trusted: TrustedSigners,
  role: VerdictRole,
  { subject, head, facts, check, record }: Signing,
): VerdictToSign => ({
  textFor: (person) => subject.textOf({ role, person, at: new Date().toISOString() }),
  sign: async (source) => {
    const signature =
      source.signature === undefined
        ? await signHere()
        : parseSignedText(subject, role, await readSignature(context, source));
    check(signature);
    const [verified] = await verifySignatures(context.system, subject, [signature], trusted);
    if (verified?.problem !== null) {
      throw new GuardError(
        'signature_invalid',
        `The signature of ${signature.person} ${verified?.problem}; nothing was recorded.`,
        ['remit run key list'],
      );
    }
    await record(signature);

    async function signHere(): Promise<SignedClaim<VerdictRole>> {
      const key = signingKeyOf(context, source.key);
      if (key === undefined) {
        throw new UsageError('A verdict about money is signed: --key or --signature is required.', {
          next: ['add --key ~/.ssh/id_ed25519', `${subject.printedBy(role)} > text.txt`],
        });
      }
      const question = role === 'requester' ? 'Request this verdict?' : 'Approve this verdict?';
      await context.confirm([head, ...facts], question);
      const { signers } = trusted;
      return signWithKey(context, subject, { role, key, person: undefined, signers });
    }
  },
});
