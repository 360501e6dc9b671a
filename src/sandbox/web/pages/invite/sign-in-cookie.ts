/** The sign-in cookie of invitation pages. */

import { ApiError } from '../../../../contract/http/api-error.ts';
import { holderOf, issueToken, revokeToken } from '../../../access/tokens.ts';
import type { Caller, HandlerContext } from '../../../context/handler-context.ts';
import type { PageRequest } from '../page-routes.ts';

/** Lifetime of a sign-in in seconds of wall time, enough to answer an invitation. */
const LIFE_SECONDS = 15 * 60;

/** Returns the user who is signed in on invitation pages, or null. */
export async function signedInUser(visit: PageRequest): Promise<Caller | null> {
  try {
    return (await holderOf(tokenOf(visit), 'access', visit.world)).caller;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Returns a Set-Cookie header that signs a user in for 15 minutes. */
export async function setSignInCookie(
  world: HandlerContext,
  { userId, role }: Caller,
): Promise<string> {
  const { token } = await issueToken(world, { userId, role, ttlSeconds: LIFE_SECONDS });
  return cookie(world, token, LIFE_SECONDS);
}

/** Revokes the token and returns a Set-Cookie header that signs the user out. */
export async function clearSignInCookie(visit: PageRequest): Promise<string> {
  await revokeToken(visit.world.hash(tokenOf(visit)), visit.world);
  return cookie(visit.world, '', 0);
}

const tokenOf = ({ cookie: cookieNamed, world }: PageRequest): string =>
  cookieNamed(nameFor(world));

const cookie = (world: HandlerContext, token: string, seconds: number): string =>
  `${nameFor(world)}=${token}; Path=/invite; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;

// Browsers share cookies between ports, so each sandbox uses its own name.
const nameFor = ({ hash }: HandlerContext): string => `remit_guest_${hash('guest').slice(0, 8)}`;
