import { randomUUID } from 'node:crypto';
import type { CallOptions, RawRequest } from '../cli/context.ts';
import { Attempted, DryRun } from '../cli/errors.ts';
import type { Effect } from '../contract/operation.ts';
import { failureIn } from '../http/answer-error.ts';
import { outcomeOf } from '../http/outcome.ts';
import { intentOf } from '../journal/intents.ts';
import { attempt } from './attempt.ts';
import { mergedBody } from './body.ts';
import { planOf } from './plan.ts';
import { endedFor, type Means, senderFor } from './sender.ts';

/**
 * Any request as it is. One that matches an operation is treated as that operation; what matches none and is no GET is
 * treated like money, because nobody knows better. Answers the JSON, or the text that came.
 */
export async function sendRaw(
  means: Means,
  it: RawRequest,
  options: CallOptions = {},
): Promise<unknown> {
  const { connection, write, secrets, data } = means;
  const { base, client } = connection;
  const body = mergedBody(it.body, { fields: write?.fields ?? [], data });
  const effect: Effect = it.known?.operation.effect ?? (it.method === 'GET' ? 'read' : 'money');
  const idempotencyKey = options.idempotencyKey ?? write?.idempotencyKey ?? randomUUID();
  const request = {
    method: it.method,
    path: it.path,
    effect,
    headers: it.method === 'POST' ? { 'idempotency-key': idempotencyKey } : {},
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  if (effect !== 'read' && write?.dryRun) throw new DryRun([planOf(request, base, secrets)]);
  const send = async () => {
    const answer = await client.raw(request);
    const failure = failureIn(answer);
    if (failure) throw failure;
    return jsonOrText(answer.text);
  };
  const draft =
    it.known && intentOf(it.known.operation.id, { params: it.known.params, body }, base.origin);
  if (!draft) return effect === 'money' ? inDoubt(send) : send();
  return attempt({
    journal: await means.journal(),
    draft,
    sender: senderFor(means, options, idempotencyKey),
    send,
    seen: client.lastAnswer,
    ended: (done) => endedFor(means, done),
    unrecorded: means.unrecorded,
  });
}

/** What no operation describes is in no journal; that nobody knows what became of it is said all the same. */
async function inDoubt<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    throw new Attempted(outcomeOf(error), null, error);
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
