import type { Role } from '../../api/controls/people.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { Caller, HandlerContext } from '../context/handler-context.ts';
import { prepared } from '../database/prepared.ts';
import type { Row } from '../database/tables.ts';

/** A token that was issued, and its expiry (UTC ISO, wall time). */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: string;
}

interface Grant {
  /** The token, which may have been issued before; a random one by default. */
  readonly token?: string | undefined;
  readonly userId: string;
  readonly role: Role;
  /** That of the sandbox by default. */
  readonly ttlSeconds?: number | undefined;
  readonly kind?: Row<'tokens'>['kind'];
}

/** Issues a token. The database holds only its hash. It expires by the wall clock. */
export async function issueToken(context: HandlerContext, grant: Grant): Promise<IssuedToken> {
  const { userId, role, ttlSeconds = context.options.tokenTtlSeconds, kind = 'access' } = grant;
  const { token = `sbx_${context.newSecret(43)}` } = grant;
  const createdAt = context.wallNow();
  const expiresAt = new Date(createdAt.getTime() + ttlSeconds * 1000).toISOString();
  const renewed = { expires_at: expiresAt, revoked_at: null };
  await context.db
    .insertInto('tokens')
    .values({
      hash: context.hash(token),
      kind,
      user_id: userId,
      role,
      created_at: createdAt.toISOString(),
      ...renewed,
    })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(renewed))
    .execute();
  return { token, expiresAt };
}

/**
 * Returns the user of an `Authorization` header: "Authentication" of the specification.
 *
 * @throws {ApiError} 401 without a valid token
 */
export const authenticate = async (
  header: string | undefined,
  context: HandlerContext,
): Promise<Caller> => (await holderOf(tokenOf(header), 'access', context)).caller;

/**
 * Returns the token of an `Authorization` header.
 *
 * @throws {ApiError} 401 if there is none
 */
export function tokenOf(header: string | undefined): string {
  const token = bearerOf(header);
  if (token !== undefined) return token;
  throw new ApiError(
    401,
    'unauthenticated',
    'The header Authorization: Bearer <token> is missing.',
  );
}

/** Returns the token of a `Bearer` header, or `undefined`. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];

/**
 * Returns the user and the hash of a valid token.
 *
 * @throws {ApiError} 401 if it is unknown, revoked or expired
 */
export async function holderOf(
  token: string,
  kind: Row<'tokens'>['kind'],
  { db, hash: hashOf, wallNow }: HandlerContext,
): Promise<{ readonly caller: Caller; readonly hash: string }> {
  const hash = hashOf(token);
  const [row] = await grantsOf(db, { hash, kind });
  if (!row || row.revoked_at !== null) {
    throw new ApiError(401, 'invalid_token', 'The token is not valid.');
  }
  if (row.expires_at <= wallNow().toISOString()) {
    throw new ApiError(401, 'token_expired', 'The token has expired. Sign in again.');
  }
  return { hash, caller: callerOf(row) };
}

/** Returns the caller that a user is. */
export const callerOf = (
  user: Pick<Row<'users'>, 'id' | 'account_id' | 'role' | 'email' | 'first_name' | 'last_name'>,
): Caller => ({
  userId: user.id,
  accountId: user.account_id,
  role: user.role,
  name: `${user.first_name} ${user.last_name}`.trim(),
  email: user.email,
});

const grantsOf = prepared((db, { hash, kind }: Pick<Row<'tokens'>, 'hash' | 'kind'>) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.role', 'expires_at', 'revoked_at', 'users.id', 'account_id'])
    .select(['email', 'first_name', 'last_name'])
    .where('hash', '=', hash)
    .where('kind', '=', kind),
);

export const revokeToken = (hash: string, { db, wallNow }: HandlerContext) =>
  db
    .updateTable('tokens')
    .set({ revoked_at: wallNow().toISOString() })
    .where('hash', '=', hash)
    .execute();
