import { ApiError } from '../../../../contract/http/api-error.ts';
import { holderOf, issueToken, revokeToken } from '../../../access/tokens.ts';
import type { Caller, HandlerContext } from '../../../context/handler-context.ts';
import type { PageRequest } from '../page-routes.ts';

/** Long enough to answer an invitation. Wall time. */
const LIFE_SECONDS = 15 * 60;

/** Who is signed in on the pages of invitations; null when nobody is. */
export async function signedInUser(visit: PageRequest): Promise<Caller | null> {
  try {
    return (await holderOf(tokenOf(visit), 'access', visit.world)).caller;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The cookie that signs somebody in for a quarter of an hour. */
export async function setSignInCookie(
  world: HandlerContext,
  { userId, role }: Caller,
): Promise<string> {
  const { token } = await issueToken(world, { userId, role, ttlSeconds: LIFE_SECONDS });
  return cookie(world, token, LIFE_SECONDS);
}

/** The cookie that signs them out; its token is good for nothing from now on. */
export async function clearSignInCookie(visit: PageRequest): Promise<string> {
  await revokeToken(visit.world.hash(tokenOf(visit)), visit.world);
  return cookie(visit.world, '', 0);
}

const tokenOf = ({ cookie: cookieNamed, world }: PageRequest): string =>
  cookieNamed(nameFor(world));

const cookie = (world: HandlerContext, token: string, seconds: number): string =>
  `${nameFor(world)}=${token}; Path=/invite; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;

/** Browsers share cookies between ports: each sandbox has a name of its own for it. */
const nameFor = ({ hash }: HandlerContext): string => `remit_guest_${hash('guest').slice(0, 8)}`;
