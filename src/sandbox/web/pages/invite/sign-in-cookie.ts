import { Refused } from '../../../../contract/http/api-error.ts';
import { holderOf, issueToken, revokeToken } from '../../../access/tokens.ts';
import type { Caller, World } from '../../../context/handler-context.ts';
import type { Visit } from '../page-routes.ts';

/** Long enough to answer an invitation. Wall time. */
const LIFE_SECONDS = 15 * 60;

/** Who is signed in on the pages of invitations; null when nobody is. */
export async function guestOf(visit: Visit): Promise<Caller | null> {
  try {
    return (await holderOf(tokenOf(visit), 'access', visit.world)).caller;
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return null;
    throw error;
  }
}

/** The cookie that signs somebody in for a quarter of an hour. */
export async function welcome(world: World, { userId, role }: Caller): Promise<string> {
  const { token } = await issueToken(world, { userId, role, ttlSeconds: LIFE_SECONDS });
  return cookie(world, token, LIFE_SECONDS);
}

/** The cookie that signs them out; its token is good for nothing from now on. */
export async function farewell(visit: Visit): Promise<string> {
  await revokeToken(visit.world.hash(tokenOf(visit)), visit.world);
  return cookie(visit.world, '', 0);
}

const tokenOf = ({ cookie: cookieNamed, world }: Visit): string => cookieNamed(nameFor(world));

const cookie = (world: World, token: string, seconds: number): string =>
  `${nameFor(world)}=${token}; Path=/invite; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;

/** Browsers share cookies between ports: each sandbox has a name of its own for it. */
const nameFor = ({ hash }: World): string => `remit_guest_${hash('guest').slice(0, 8)}`;
