import { randomUUID } from 'node:crypto';
import { parseJsonBody } from '../api/client/response/read-response-body.ts';
import { errorFromResponse } from '../api/client/response/response-error.ts';
import type { SendGuard } from '../api/http/http-types.ts';
import type { OperationMatch } from '../api/http/match-path.ts';
import type { Effect, Method } from '../api/operations/operation.ts';
import { asRecord } from '../is-record.ts';
import { DryRunError } from '../money/errors.ts';
import { assertApprovalConfirmed, reportDifferences } from '../money/gate/approvals.ts';
import { assertKnownPath } from '../money/gate/known-path.ts';
import { assertMayWriteOperation } from '../money/gate/policy.ts';
import { intentOf } from '../money/journal/intent-draft.ts';
import type { CallOptions } from '../money/port.ts';
import { assertHeaders } from '../money/sending/assert-headers.ts';
import { plannedRequest } from '../money/sending/dry-run.ts';
import { sendJournaled } from '../money/sending/journaled-send.ts';
import { mergedBody } from '../money/sending/request-body.ts';
import { type CallContext, destinationOf, sendContextFor } from '../money/sending/send-context.ts';
import { readServiceClock } from './service-clock.ts';

/** A request of `remit api call`, by method and path. */
export interface RawRequest {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
  /** The operation of the contract that it matches; `undefined` if none matches. */
  readonly known: OperationMatch | undefined;
}

/**
 * Sends a request that moves no money unchanged: a read, or a write that matches an operation of the contract, whose
 * effect decides about retries and the journal. Returns the parsed JSON, or the text of the response.
 *
 * @throws {DryRunError} with the request under `--dry-run`.
 */
export async function sendRaw(
  context: CallContext,
  raw: RawRequest,
  options: CallOptions = {},
): Promise<unknown> {
  const { connection, write, secrets } = context;
  const { base, client, dialectMapper } = connection;
  const idempotencyKey = options.idempotencyKey ?? write?.idempotencyKey ?? randomUUID();
  const { request, input } = requestOf(raw, context, idempotencyKey);
  const known = raw.known?.operation;
  const { effect } = request;
  if (effect === 'money') throw new Error(`${raw.path} may move money: not sent.`);
  if (effect !== 'read') {
    assertHeaders(context.headers, { isWrite: true });
    await assertMayWriteOperation(context, known?.id, input);
    await assertApprovalConfirmed(context, { id: known?.id, ...input }, options.approval);
  }
  if (raw.method !== 'GET') assertKnownPath(context, request, raw.known);
  secrets.addFrom(input.body);
  if (effect !== 'read' && write?.dryRun) {
    const nameOf = (name: string) => (known && dialectMapper?.nameOf(known, name)) ?? name;
    throw new DryRunError([plannedRequest(request, base, { secrets, nameOf })]);
  }
  if (effect !== 'read') context.assertConfirmed();
  const send = async (sendGuard?: SendGuard) => {
    const answer = await client.raw({ ...request, sendGuard, known: raw.known });
    const failure = errorFromResponse(answer);
    if (failure) throw failure;
    return effect === 'create' ? parseJsonBody(answer.text, answer) : jsonOrText(answer.text);
  };
  const draft = known && intentOf(known.id, input, destinationOf(context));
  if (!draft) {
    const answer = await send();
    if (options.approval)
      reportDifferences(context, options.approval, decoded(answer, raw, context));
    return answer;
  }
  await readServiceClock(client, draft);
  const sender = sendContextFor(context, options, idempotencyKey);
  return sendJournaled(context, { draft, sender, send });
}

/** Returns the request as it is sent, and its content under our field names, as the journal stores it. */
function requestOf(
  raw: RawRequest,
  { connection, write, data }: CallContext,
  idempotencyKey: string,
) {
  const body = mergedBody(raw.body, { fields: write?.fields ?? [], data });
  const effect: Effect = raw.known?.operation.effect ?? (raw.method === 'GET' ? 'read' : 'money');
  const request = {
    method: raw.method,
    path: raw.path,
    effect,
    headers: raw.method === 'POST' ? { 'idempotency-key': idempotencyKey } : {},
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const { dialectMapper } = connection;
  const decoded =
    raw.known && dialectMapper ? dialectMapper.decodeBody(raw.known.operation, body) : body;
  return { request, input: { params: raw.known?.params, body: decoded } };
}

/** Returns the record of a response under our field names. */
function decoded(answer: unknown, { known }: RawRequest, { connection }: CallContext): unknown {
  const { dialectMapper } = connection;
  const record = known && dialectMapper ? dialectMapper.decode(known.operation, answer) : answer;
  return asRecord(record)['data'] ?? record;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
