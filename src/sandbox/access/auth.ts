import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod/mini';
import { ApiError } from '../../api/http/api-error.ts';
import type { Engine } from '../context/engine.ts';
import type { Caller, Endpoint, HandlerContext } from '../context/handler-context.ts';
import { readBody, readJson } from '../context/parse-input.ts';
import { CommittedApiError, withCommittedErrors } from '../context/problem-details.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import { jsonReply } from '../context/success-response.ts';
import { callerOf, holderOf, issueToken, revokeToken, tokenOf } from './tokens.ts';

const FAILURES_ALLOWED = 5;
const FAILURE_WINDOW_MS = 15 * 60 * 1000;
const REFRESH_TTL_SECONDS = 30 * 24 * 60 * 60;

/**
 * Returns the endpoints for signing in and out.
 *
 * The specification's "Authentication" says that both exist, and gives no details. All times are wall time: moving the
 * domain clock signs no user out.
 */
export function authEndpoints(engine: Engine): readonly Endpoint[] {
  const post = (path: string, run: Run): Endpoint => ({
    method: 'POST',
    path,
    work: (request) =>
      engine.transact((context) =>
        withCommittedErrors(async () => jsonReply(200, await run(request, context)), request),
      ),
  });

  return [
    post('/api/auth/sign-in', async (request, context) => {
      const { email, password } = readBody(Credentials, readJson(request.text()));
      return newSession(await verifyCredentials(email, password, context), context);
    }),
    post('/api/auth/refresh', async (request, context) => {
      const { refreshToken } = readBody(Refresh, readJson(request.text()));
      const { caller, hash } = await holderOf(refreshToken, 'refresh', context);
      await revokeToken(hash, context);
      return newSession(caller, context);
    }),
    post('/api/auth/sign-out', async ({ header }, context) => {
      const token = tokenOf(header('authorization'));
      await revokeToken((await holderOf(token, 'access', context)).hash, context);
      return { signedOut: true };
    }),
  ];
}

type Run = (request: IncomingRequest, context: HandlerContext) => Promise<unknown>;

const Credentials = z.object({ email: z.string(), password: z.string() });
const Refresh = z.object({ refreshToken: z.string() });

/**
 * Returns the user with this email and password.
 *
 * @throws {CommittedApiError} 401 for a wrong pair
 * @throws {ApiError} 429 after five wrong pairs in fifteen minutes
 */
export async function verifyCredentials(
  written: string,
  password: string,
  context: HandlerContext,
): Promise<Caller> {
  const email = written.trim().toLowerCase();
  await checkLockout(email, context);
  const user = await context.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  const matches = await passwordMatches(password, user?.password_hash);
  if (user && matches) {
    await context.db.deleteFrom('sign_in_failures').where('email', '=', email).execute();
    return callerOf(user);
  }
  const at = context.wallNow().toISOString();
  await context.db.insertInto('sign_in_failures').values({ email, at }).execute();
  throw new CommittedApiError(
    new ApiError(401, 'invalid_credentials', 'The email address or password is incorrect.'),
  );
}

async function checkLockout(email: string, { db, wallNow }: HandlerContext): Promise<void> {
  const now = wallNow().getTime();
  const failures = await db
    .selectFrom('sign_in_failures')
    .select('at')
    .where('email', '=', email)
    .where('at', '>', new Date(now - FAILURE_WINDOW_MS).toISOString())
    .orderBy('at')
    .execute();
  const oldest = failures.at(-FAILURES_ALLOWED);
  if (!oldest) return;
  throw new ApiError(429, 'rate_limited', 'Too many failed sign-in attempts.', {
    retryAfterSeconds: Math.ceil((Date.parse(oldest.at) + FAILURE_WINDOW_MS - now) / 1000),
  });
}

async function newSession({ userId, role, email, name }: Caller, context: HandlerContext) {
  const access = await issueToken(context, { userId, role });
  const refresh = await issueToken(context, {
    userId,
    role,
    ttlSeconds: REFRESH_TTL_SECONDS,
    kind: 'refresh',
  });
  return {
    accessToken: access.token,
    tokenType: 'Bearer',
    expiresIn: context.options.tokenTtlSeconds,
    expiresAt: access.expiresAt,
    refreshToken: refresh.token,
    user: { id: userId, email, name, role },
  };
}

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Returns the hash of a password: salt, dot, and the scrypt key in base64url. */
export async function hashPassword(password: string, salt: string): Promise<string> {
  return `${salt}.${(await derive(password, salt, 32)).toString('base64url')}`;
}

/**
 * Reports whether a password matches its hash.
 *
 * Takes equally long without a hash, so that the response time does not tell whether the email is known.
 */
async function passwordMatches(password: string, storedHash: string | undefined): Promise<boolean> {
  const [salt = ''] = (storedHash ?? 'nobody.').split('.');
  const actual = Buffer.from(await hashPassword(password, salt));
  const expected = Buffer.from(storedHash ?? '');
  return (
    storedHash !== undefined &&
    actual.length === expected.length &&
    timingSafeEqual(actual, expected)
  );
}
