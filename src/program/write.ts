import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../cli/context.ts';
import { DryRun } from '../cli/errors.ts';
import { assertHeaders } from '../cli/request-headers.ts';
import type { Input, Operation, Output } from '../contract/operation.ts';
import type { LooseInput } from '../http/request.ts';
import { type IntentDraft, intentOf } from '../journal/intents.ts';
import { attempt, wouldAttempt } from '../payments/attempt.ts';
import { destinationOf, endedFor, type Means, senderFor } from '../payments/means.ts';
import { plannedRequest } from '../payments/planned-request.ts';
import { checkMayWrite } from '../payments/policy.ts';
import { idOf } from '../payments/prepare.ts';
import { bodyWith } from '../payments/typed-body.ts';
import { settledMove } from './settle-move.ts';

/**
 * Calls an operation that changes something and moves no money: with what the command line adds, planned or journaled as
 * its effect says. What moves money goes through `payments`.
 */
export async function write<Op extends Operation>(
  means: Means,
  op: Op,
  input: Input<Op>,
  options: CallOptions = {},
): Promise<Output<Op>> {
  const { connection, write: flags, secrets } = means;
  const { client, base, speech } = connection;
  assertHeaders(means.headers, { isWrite: true });
  checkMayWrite(means.policy);
  const full = withFields(op, input, means);
  secrets.keepIn(full.body);
  const idempotencyKey = options.idempotencyKey ?? flags?.idempotencyKey ?? randomUUID();
  const request = client.request(op, full, { idempotencyKey });
  if (flags?.dryRun) {
    const nameOf = (name: string) => speech?.nameOf(op, name) ?? name;
    throw new DryRun([plannedRequest(request, base, { secrets, nameOf })]);
  }
  const send = async () =>
    (await client.call(op, full as Input<Op>, { idempotencyKey })) as Output<Op>;
  const draft = draftOf(op, full, means);
  if (op.effect === 'move') {
    return send().catch((error) => settledMove(client, op, full, error)) as Promise<Output<Op>>;
  }
  if (!draft) return send();
  return attempt({
    journal: await means.journal(),
    draft,
    sender: senderFor(means, options, idempotencyKey),
    send,
    mask: secrets.mask,
    seen: client.lastAnswer,
    ended: (done) => endedFor(means, done),
    unrecorded: means.unrecorded,
  });
}

/** Throws what `write` would throw because of the policy or the journal, and sends nothing. */
export async function guard<Op extends Operation>(
  means: Means,
  op: Op,
  input: Input<Op>,
  options: CallOptions = {},
): Promise<void> {
  checkMayWrite(means.policy);
  const draft = draftOf(op, withFields(op, input, means), means);
  if (!draft) return;
  await wouldAttempt({
    journal: await means.journal(),
    draft,
    sender: senderFor(means, options, ''),
    ended: (done) => endedFor(means, done),
  });
}

/** What the journal keeps of it; null where its effect leaves nothing behind that must not happen twice. */
function draftOf(op: Operation, full: LooseInput, means: Means): IntentDraft | null {
  const draft = intentOf(idOf(op), full, destinationOf(means));
  if (op.effect === 'money') throw new Error(`${op.path} moves money: it is not written here.`);
  if (!draft && op.effect === 'create') {
    throw new Error(`The journal has no place for ${op.path}.`);
  }
  return draft;
}

/** The input with what `-F` and `--data` add to its body. */
function withFields(
  op: Operation,
  input: LooseInput,
  { connection, write: flags, data }: Means,
): LooseInput {
  const fields = flags?.fields ?? [];
  if (op.method === 'GET' || (fields.length === 0 && data === undefined)) return input;
  return { ...input, body: bodyWith(op, input.body, { fields, data }, connection.speech) };
}
