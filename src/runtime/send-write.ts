import { randomUUID } from 'node:crypto';
import type { LooseInput } from '../api/client/build-request.ts';
import type { Client } from '../api/client/client.ts';
import { ApiError } from '../api/http/api-error.ts';
import type { SendGuard } from '../api/http/http-types.ts';
import { bank } from '../api/operations/bank.ts';
import { invite } from '../api/operations/invite.ts';
import type { Operation, OperationInput, OperationOutput } from '../api/operations/operation.ts';
import { type PayableStatus, payable } from '../api/operations/payable.ts';
import { asRecord, isRecord } from '../is-record.ts';
import { DryRunError, UsageError } from '../money/errors.ts';
import {
  assertApprovalConfirmed,
  assertAutoApprovalAllowed,
  reportDifferences,
} from '../money/gate/approvals.ts';
import { assertMayWriteOperation } from '../money/gate/policy.ts';
import { operationIdOf } from '../money/gate/prepare.ts';
import { type IntentDraft, intentOf } from '../money/journal/intent-draft.ts';
import type { CallOptions } from '../money/port.ts';
import { assertHeaders } from '../money/sending/assert-headers.ts';
import { plannedRequest } from '../money/sending/dry-run.ts';
import { checkJournaled, sendJournaled } from '../money/sending/journaled-send.ts';
import { mergeExtraFields } from '../money/sending/merge-extra-fields.ts';
import { type CallContext, destinationOf, sendContextFor } from '../money/sending/send-context.ts';
import { readServiceClock } from './service-clock.ts';

/**
 * Calls an operation that changes something and moves no money, with the fields that the command line adds. Plans it
 * under `--dry-run`, and journals it if its effect requires that. Requests that move money go through `payments`.
 *
 * @throws {DryRunError} with the request under `--dry-run`.
 */
export async function write<Op extends Operation>(
  means: CallContext,
  op: Op,
  input: OperationInput<Op>,
  options: CallOptions = {},
): Promise<OperationOutput<Op>> {
  const { connection, write: flags, secrets } = means;
  const { client, base, dialectMapper } = connection;
  assertHeaders(means.headers, { isWrite: true });
  const full = withFields(op, input, means, options);
  const id = operationIdOf(op);
  await assertMayWriteOperation(means, id, full);
  await assertApprovalConfirmed(
    means,
    { id, params: full.params, body: full.body },
    options.approval,
  );
  secrets.addFrom(full.body);
  const idempotencyKey = options.idempotencyKey ?? flags?.idempotencyKey ?? randomUUID();
  const request = client.request(op, full, { idempotencyKey });
  if (flags?.dryRun) {
    const nameOf = (name: string) => dialectMapper?.nameOf(op, name) ?? name;
    throw new DryRunError([plannedRequest(request, base, { secrets, nameOf })]);
  }
  means.assertConfirmed();
  const send = async (sendGuard?: SendGuard) =>
    (await client.call(op, full as OperationInput<Op>, {
      idempotencyKey,
      sendGuard,
    })) as OperationOutput<Op>;
  const draft = draftOf(op, full, means);
  if (op.effect === 'move') {
    const answer = await send().catch((error) => resolveRetriedTransition(client, op, full, error));
    if (options.approval) reportDifferences(means, options.approval, answer);
    return answer as OperationOutput<Op>;
  }
  if (!draft) return send();
  await readServiceClock(client, draft);
  const sender = sendContextFor(means, options, idempotencyKey);
  return sendJournaled(means, { draft, sender, send });
}

/** Throws the errors that `write` would throw because of the policy or the journal, and sends nothing. */
export async function checkWrite<Op extends Operation>(
  means: CallContext,
  op: Op,
  input: OperationInput<Op>,
  options: CallOptions = {},
): Promise<void> {
  const full = withFields(op, input, means, options);
  const id = operationIdOf(op);
  await assertMayWriteOperation(means, id, full);
  await assertAutoApprovalAllowed(means, { id, body: full.body });
  const draft = draftOf(op, full, means);
  if (!draft) return;
  await checkJournaled(means, { draft, sender: sendContextFor(means, options, '') });
}

/** Returns the journal's draft of a write, or `null` if a repeat of its effect is harmless. */
function draftOf(op: Operation, full: LooseInput, means: CallContext): IntentDraft | null {
  const draft = intentOf(operationIdOf(op), full, destinationOf(means));
  if (op.effect === 'money') throw new Error(`${op.path} moves money: not sent.`);
  if (!draft && op.effect === 'create') {
    throw new Error(`The journal cannot record ${op.path}.`);
  }
  return draft;
}

/**
 * Returns the input with the fields of `-F` and `--data` added to its body. Fields that the command copied from a
 * record may be changed.
 *
 * @throws {UsageError} if they set another field to a value that differs from that of the command.
 */
function withFields(
  op: Operation,
  input: LooseInput,
  { connection, write: flags, data }: CallContext,
  { carriedOver = [] }: CallOptions,
): LooseInput {
  const fields = flags?.fields ?? [];
  if (op.method === 'GET' || (fields.length === 0 && data === undefined)) return input;
  const own = asRecord(input.body);
  const typed = asRecord(
    mergeExtraFields(op, undefined, { fields, data }, connection.dialectMapper),
  );
  const conflicting = Object.keys(typed).filter(
    (name) => name in own && !carriedOver.includes(name) && !isWithin(typed[name], own[name]),
  );
  if (conflicting.length > 0) {
    throw new UsageError(
      `-F and --data set ${conflicting.join(', ')} to different values than the rest of the command line.`,
      { problems: conflicting.map((field) => ({ field, message: 'is given twice' })) },
    );
  }
  return {
    ...input,
    body: mergeExtraFields(op, input.body, { fields, data }, connection.dialectMapper),
  };
}

/** Reports whether a value agrees with another one: equal, or records that agree in the fields that both have. */
function isWithin(typed: unknown, own: unknown): boolean {
  if (!isRecord(typed) || !isRecord(own)) return JSON.stringify(typed) === JSON.stringify(own);
  return Object.entries(typed).every(([name, it]) => !(name in own) || isWithin(it, own[name]));
}

/**
 * Resolves a 404 or 409 on a retried one-time transition, which the first attempt may have caused. Reads the resource:
 * returns it if it is in the target state, otherwise rethrows `error`.
 */
async function resolveRetriedTransition(
  client: Client,
  op: Operation,
  input: LooseInput,
  error: unknown,
): Promise<unknown> {
  const doubtful = error instanceof ApiError && [404, 409].includes(error.status) && error.retried;
  const found = doubtful ? await readings.get(op)?.(client, input) : undefined;
  if (found === undefined) throw error;
  return found;
}

/** Reads the resource of a transition; `undefined` if it is not in the target state. */
type Read = (client: Client, input: LooseInput) => Promise<unknown>;

const payableIn =
  (status: PayableStatus): Read =>
  async (client, { params }) => {
    const found = await client.call(payable.get, { params: params as Ids });
    return found.status === status ? found : undefined;
  };

const withoutBank: Read = async (client, { params }) => {
  const { fundingSourceId } = params as Ids;
  const accounts = await client.call(bank.list, { query: {} });
  return accounts.some(({ id }) => id === fundingSourceId)
    ? undefined
    : { id: fundingSourceId, status: 'removed' };
};

const cancelledInvitation: Read = async (client, { params }) => {
  const { businessId, invitationId } = params as Ids;
  const sent = await client.call(invite.list, { params: { businessId }, query: {} });
  return sent.find(({ id, status }) => id === invitationId && status === 'cancelled');
};

/** The ids in a path; each operation has some of them. */
interface Ids {
  readonly businessId: string;
  readonly payableId: string;
  readonly fundingSourceId: string;
  readonly invitationId: string;
}

const readings: ReadonlyMap<Operation, Read> = new Map<Operation, Read>([
  [payable.approve, payableIn('APPROVED')],
  [payable.decline, payableIn('DECLINED')],
  [payable.cancel, payableIn('CANCELLED')],
  [bank.remove, withoutBank],
  [invite.cancel, cancelledInvitation],
]);
