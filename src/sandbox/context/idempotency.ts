/** Idempotency keys: replay of responses, and refusal of concurrent duplicates. */

import { createHash } from 'node:crypto';
import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Reply } from './problem-details.ts';
import type { IncomingRequest } from './request-body.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Answers a request with an `Idempotency-Key` once: an equal request with that key gets the first response again, as long
 * as the sandbox keeps keys. Without a key, or if keys are ignored, each request is performed.
 *
 * The response is saved in the transaction of its effect, so that there are both or neither. A refusal is not saved.
 *
 * @throws {ApiError} 422 if the key was used for another request
 */
export async function withIdempotencyKey(
  request: IncomingRequest,
  context: HandlerContext,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  const key = request.header('idempotency-key');
  if (key === undefined || context.options.idempotency === 'off') return answer();
  const scope = scopeOf(context);
  const requestHash = hashOf(request);
  const stored = await storedReply(scope, key, context);
  if (stored) {
    if (stored.requestHash === requestHash) return stored.reply;
    throw new ApiError(
      422,
      'idempotency_key_reuse',
      'This Idempotency-Key was used for a different request.',
    );
  }
  const reply = await answer();
  await storeReply(context, { scope, key, requestHash, reply });
  return reply;
}

/** Returns the id that keys belong to: the account, or the user. */
function scopeOf({ caller, options }: HandlerContext): string {
  if (caller === null) return 'public';
  return options.idempotency === 'per-user' ? caller.userId : caller.accountId;
}

const hashOf = ({ method, path, query, bytes }: IncomingRequest): string =>
  createHash('sha256').update(`${method} ${path}?${query}\n`).update(bytes()).digest('base64url');

async function storedReply(scope: string, key: string, { db, now, options }: HandlerContext) {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('scope', '=', scope)
    .where('key', '=', key)
    .$if(options.idempotency === '24h', (it) =>
      it.where('created_at', '>', new Date(now().getTime() - DAY_MS).toISOString()),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { request_hash, status, body } = row;
  const headers = { 'Content-Type': row.headers, 'Idempotency-Replayed': 'true' };
  return { requestHash: request_hash, reply: { status, headers, body } };
}

async function storeReply(
  { db, now }: HandlerContext,
  entry: { scope: string; key: string; requestHash: string; reply: Reply },
): Promise<void> {
  const answer = {
    request_hash: entry.requestHash,
    status: entry.reply.status,
    headers: entry.reply.headers['Content-Type'] ?? 'application/json',
    body: String(entry.reply.body),
    created_at: now().toISOString(),
  };
  await db
    .insertInto('idempotency')
    .values({ scope: entry.scope, key: entry.key, ...answer })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doUpdateSet(answer))
    .execute();
}

/**
 * Creates a guard of keys in flight: a second request with a key that is being answered is refused (409) instead of
 * waiting.
 */
export function createInProgressGuard() {
  const running = new Set<string>();
  return async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    if (running.has(id)) {
      throw new ApiError(
        409,
        'idempotency_in_progress',
        'A request with this Idempotency-Key is in progress.',
      );
    }
    running.add(id);
    return work().finally(() => running.delete(id));
  };
}
