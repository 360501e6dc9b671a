import { randomUUID } from 'node:crypto';
import type { CallOptions, RawRequest } from '../cli/context.ts';
import { Attempted, DryRun } from '../cli/errors.ts';
import type { Effect } from '../contract/operation.ts';
import { failureIn } from '../http/answer-error.ts';
import { outcomeOf } from '../http/outcome.ts';
import { parseAnswer } from '../http/read-body.ts';
import { intentOf } from '../journal/intents.ts';
import { attempt } from './attempt.ts';
import { mergedBody } from './body.ts';
import { planOf } from './plan.ts';
import { enforcePolicy } from './policy/enforce.ts';
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
  const { connection, write, secrets } = means;
  const { base, client, speech } = connection;
  const idempotencyKey = options.idempotencyKey ?? write?.idempotencyKey ?? randomUUID();
  const { request, input } = requestOf(it, means, idempotencyKey);
  secrets.keepIn(input.body);
  const { effect } = request;
  const known = it.known?.operation;
  const id = known?.id;
  const nameOf = (name: string) => (known && speech?.nameOf(known, name)) ?? name;
  const allowed = await enforcePolicy(means, { id, effect, input, approved: false });
  if (effect !== 'read' && write?.dryRun)
    throw new DryRun([planOf(request, base, { secrets, nameOf })]);
  const send = async () => {
    const answer = await client.raw(request);
    const failure = failureIn(answer);
    if (failure) throw failure;
    return it.known && isKept(effect) ? parseAnswer(answer.text, answer) : jsonOrText(answer.text);
  };
  const to = { origin: base.origin, environment: means.environment };
  const draft = id === undefined ? null : intentOf(id, input, to);
  if (!draft) return effect === 'money' ? inDoubt(send) : send();
  return attempt({
    journal: await means.journal(),
    draft: { ...draft, cents: draft.cents ?? (allowed.cents || null) },
    sender: { ...senderFor(means, options, idempotencyKey), dayLimit: allowed.dayLimit },
    send,
    mask: secrets.mask,
    seen: client.lastAnswer,
    ended: (done) => endedFor(means, done),
    unrecorded: means.unrecorded,
  });
}

/** The request as it goes out, and what stands in it as the journal and the policy read it. */
function requestOf(it: RawRequest, { connection, write, data }: Means, idempotencyKey: string) {
  const body = mergedBody(it.body, { fields: write?.fields ?? [], data });
  const effect: Effect = it.known?.operation.effect ?? (it.method === 'GET' ? 'read' : 'money');
  const request = {
    method: it.method,
    path: it.path,
    effect,
    headers: it.method === 'POST' ? { 'idempotency-key': idempotencyKey } : {},
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const { speech } = connection;
  const read = it.known && speech ? speech.understand(it.known.operation, body) : body;
  return { request, input: { params: it.known?.params, body: read } };
}

/** What no operation describes is in no journal; that nobody knows what became of it is said all the same. */
async function inDoubt<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    throw new Attempted(outcomeOf(error), null, error);
  }
}

/** What is applied when it says so has to say it: an answer that cannot be read says nothing. */
const isKept = (effect: Effect): boolean => effect === 'money' || effect === 'create';

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
