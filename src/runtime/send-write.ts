import { randomUUID } from 'node:crypto';
import type { LooseInput } from '../api/client/build-request.ts';
import type { SendGuard } from '../api/http/http-types.ts';
import type { Operation, OperationInput, OperationOutput } from '../api/operations/operation.ts';
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
import { resolveRetriedTransition } from './resolve-transition.ts';
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
