import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../cli/context.ts';
import { DryRun } from '../cli/errors.ts';
import type { Input, Operation, Output } from '../contract/operation.ts';
import { allOperations } from '../contract/operations.ts';
import type { LooseInput } from '../http/request.ts';
import { intentOf } from '../journal/intents.ts';
import { attempt, wouldAttempt } from './attempt.ts';
import { planOf } from './plan.ts';
import { enforcePolicy } from './policy/enforce.ts';
import { learnFrom } from './read-back.ts';
import { endedFor, type Means, senderFor } from './sender.ts';
import { settledMove } from './settle-move.ts';
import { bodyWith } from './typed-body.ts';
import { wholeBatch } from './whole-batch.ts';

/** Calls an operation that changes something: with what the command line adds, planned or journaled as its effect says. */
export async function write<Op extends Operation>(
  means: Means,
  op: Op,
  input: Input<Op>,
  options: CallOptions = {},
): Promise<Output<Op>> {
  const { connection, write: flags, secrets } = means;
  const { client, base, speech } = connection;
  const full = withFields(op, input, means);
  secrets.keepIn(full.body);
  const idempotencyKey = options.idempotencyKey ?? flags?.idempotencyKey ?? randomUUID();
  const request = client.request(op, full, { idempotencyKey });
  const allowed = await allowedBy(means, op, full, options);
  if (flags?.dryRun)
    throw new DryRun([
      planOf(request, base, { secrets, nameOf: (name) => speech?.nameOf(op, name) ?? name }),
    ]);
  const send = async () =>
    wholeBatch<Op>(op, full.body, await client.call(op, full as Input<Op>, { idempotencyKey }));
  const draft = intentOf(idOf(op), full, {
    origin: base.origin,
    environment: means.environment,
  });
  if (op.effect === 'move') {
    return send().catch((error) => settledMove(client, op, full, error)) as Promise<Output<Op>>;
  }
  if (!draft) return unjournaled(op, send);
  const answer = await attempt({
    journal: await means.journal(),
    draft: { ...draft, cents: draft.cents ?? (allowed.cents || null), ...options.about },
    sender: { ...senderFor(means, options, idempotencyKey), dayLimit: allowed.dayLimit },
    send,
    mask: secrets.mask,
    seen: client.lastAnswer,
    ended: (done) => endedFor(means, done),
    unrecorded: means.unrecorded,
  });
  await learnFrom(means, draft, full.body).catch(() => {});
  return answer;
}

/** Throws what `write` would throw because of the policy or the journal, and sends nothing. */
export async function guard<Op extends Operation>(
  means: Means,
  op: Op,
  input: Input<Op>,
  options: CallOptions = {},
): Promise<void> {
  const full = withFields(op, input, means);
  const { origin } = means.connection.base;
  const draft = intentOf(idOf(op), full, { origin, environment: means.environment });
  const allowed = await allowedBy(means, op, full, options);
  if (!draft) return;
  await wouldAttempt({
    journal: await means.journal(),
    draft: { ...draft, cents: draft.cents ?? (allowed.cents || null) },
    sender: { ...senderFor(means, options, ''), dayLimit: allowed.dayLimit },
    ended: (done) => endedFor(means, done),
  });
}

const allowedBy = (means: Means, op: Operation, input: LooseInput, options: CallOptions) =>
  enforcePolicy(means, {
    id: idOf(op),
    effect: op.effect,
    input,
    businessId: options.about?.businessId,
    approved: options.approved ?? false,
  });

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

const idOf = (op: Operation): string =>
  allOperations.find(({ method, path }) => method === op.method && path === op.path)?.id ?? '';

/** What may leave something behind must be in the journal: without a place there it is not sent. */
function unjournaled<Answer>(
  { effect, path }: Operation,
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (effect !== 'money' && effect !== 'create') return send();
  throw new Error(`The journal has no place for ${path}.`);
}
