/** Idempotency keys: replay of responses, and refusal of concurrent duplicates. */

import { createHash } from 'node:crypto';
import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Reply } from './problem-details.ts';
import type { IncomingRequest } from './request-body.ts';

const RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Answers a request with an `Idempotency-Key` once: for 24 hours of wall time, an equal request with that key gets the
 * first response again.
 *
 * The response is saved in the transaction of its effect, so that there are both or neither.
 *
 * @throws {ApiError} 422 if the key was used for another request
 */
export async function withIdempotencyKey(
  { userId, key, request }: { userId: string; key: string; request: IncomingRequest },
  context: HandlerContext,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  const requestHash = hashOf(request);
  const stored = await storedReply(userId, key, context);
  if (stored) {
    if (stored.requestHash === requestHash) return stored.reply;
    throw new ApiError(
      422,
      'idempotency_key_reuse',
      'This Idempotency-Key was used for a different request.',
    );
  }
  const reply = await answer();
  await storeReply(context, { userId, key, requestHash, reply });
  return reply;
}

const hashOf = ({ method, path, query, bytes }: IncomingRequest): string =>
  createHash('sha256').update(`${method} ${path}?${query}\n`).update(bytes()).digest('base64url');

async function storedReply(userId: string, key: string, { db, wallNow }: HandlerContext) {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_at', '>', new Date(wallNow().getTime() - RETENTION_MS).toISOString())
    .executeTakeFirst();
  if (!row || row.status === null) return undefined;
  const headers: Record<string, string> = {
    'Content-Type': row.headers ?? 'application/json',
    'Idempotency-Replayed': 'true',
  };
  return {
    requestHash: row.request_hash,
    reply: { status: row.status, headers, body: row.body ?? '' },
  };
}

async function storeReply(
  { db, wallNow }: HandlerContext,
  entry: { userId: string; key: string; requestHash: string; reply: Reply },
): Promise<void> {
  const answer = {
    request_hash: entry.requestHash,
    status: entry.reply.status,
    headers: entry.reply.headers['Content-Type'] ?? null,
    body: String(entry.reply.body),
    created_at: wallNow().toISOString(),
  };
  await db
    .insertInto('idempotency')
    .values({ user_id: entry.userId, key: entry.key, ...answer })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet(answer))
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
