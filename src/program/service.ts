import { randomUUID } from 'node:crypto';
import type { CallOptions, Context, Paging } from '../cli/context.ts';
import { DryRun } from '../cli/errors.ts';
import type { Input, Operation, Output } from '../contract/operation.ts';
import { allOperations } from '../contract/operations.ts';
import { records } from '../http/pages.ts';
import { type LooseInput, toRequest } from '../http/request.ts';
import { intentOf } from '../journal/intents.ts';
import { attempt, wouldAttempt } from './attempt.ts';
import { mergedBody } from './body.ts';
import { planOf } from './plan.ts';
import { sendRaw } from './raw.ts';
import { endedFor, type Means, senderFor } from './sender.ts';

/** The service as a command sees it: calls that keep every promise about writing. */
export type Service = Pick<Context, 'call' | 'guard' | 'records' | 'download' | 'raw'>;

export function createService(means: Means): Service {
  const { connection, write, secrets } = means;
  const { client, base } = connection;

  const call = async <Op extends Operation>(
    op: Op,
    input: Input<Op>,
    options: CallOptions = {},
  ): Promise<Output<Op>> => {
    if (op.effect === 'read') return client.call(op, input);
    const full = withFields(op, input, means);
    const idempotencyKey = options.idempotencyKey ?? write?.idempotencyKey ?? randomUUID();
    const request = toRequest(op, full, { idempotencyKey });
    if (write?.dryRun) throw new DryRun([planOf(request, base, secrets)]);
    const send = () => client.call(op, full as Input<Op>, { idempotencyKey });
    const draft = intentOf(idOf(op), full, base.origin);
    if (!draft) return send();
    return attempt({
      journal: await means.journal(),
      draft,
      sender: senderFor(means, options, idempotencyKey),
      send,
      seen: client.lastAnswer,
      ended: (intent) => endedFor(means, intent),
      unrecorded: means.unrecorded,
    });
  };

  return {
    call,
    guard: async (op, input, options = {}) => {
      const draft = intentOf(idOf(op), withFields(op, input, means), base.origin);
      if (!draft) return;
      await wouldAttempt({
        journal: await means.journal(),
        draft,
        sender: senderFor(means, options, ''),
        ended: (intent) => endedFor(means, intent),
      });
    },
    records: <Row>(op: Operation, input: LooseInput, paging: Paging = {}) =>
      records(client, op, input, paging) as AsyncIterable<Row>,
    download: (op, input) => client.download(op, input),
    raw: (request, options) => sendRaw(means, request, options),
  };
}

/** The input with what `-F` and `--data` add to its body. */
function withFields(op: Operation, input: LooseInput, { write, data }: Means): LooseInput {
  const fields = write?.fields ?? [];
  if (op.method === 'GET' || (fields.length === 0 && data === undefined)) return input;
  return { ...input, body: mergedBody(input.body, { fields, data }) };
}

const idOf = (op: Operation): string =>
  allOperations.find(({ method, path }) => method === op.method && path === op.path)?.id ?? '';
