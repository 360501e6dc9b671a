/** The sign-in cookie of the pages for people with an account. */

import { ApiError } from '../../../../api/http/api-error.ts';
import { holderOf, issueToken, revokeToken } from '../../../access/tokens.ts';
import type { Caller, HandlerContext } from '../../../context/handler-context.ts';
import { OWNER_EMAIL } from '../../../user/create.ts';
import { type Html, html } from '../../html.ts';
import { INSPECTOR_PATH } from '../../page-paths.ts';
import type { PageRequest } from '../page-routes.ts';

/** Lifetime of a sign-in in seconds of wall time, enough to answer an invitation. */
const MAX_AGE_SECONDS = 15 * 60;

/** Returns the user who is signed in on these pages, or null. */
export async function signedInUser(pageRequest: PageRequest): Promise<Caller | null> {
  try {
    return (await holderOf(tokenOf(pageRequest), 'access', pageRequest.context)).caller;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Returns a Set-Cookie header that signs a user in for 15 minutes, below `path`. */
export async function setSignInCookie(
  context: HandlerContext,
  { userId, role }: Caller,
  path: string,
): Promise<string> {
  const { token } = await issueToken(context, { userId, role, ttlSeconds: MAX_AGE_SECONDS });
  return cookie(context, token, { seconds: MAX_AGE_SECONDS, path });
}

/** Revokes the token and returns a Set-Cookie header that signs the user out. */
export async function clearSignInCookie(pageRequest: PageRequest, path: string): Promise<string> {
  await revokeToken(pageRequest.context.hash(tokenOf(pageRequest)), pageRequest.context);
  return cookie(pageRequest.context, '', { seconds: 0, path });
}

/** The sentence below a sign-in form that says with what the owner of the sandbox signs in. */
export const ownerHint: Html = html`<p class="fine">The owner of this sandbox is ${OWNER_EMAIL}. <a href="${INSPECTOR_PATH}/settings">Its password is in the inspector</a>.</p>`;

const tokenOf = ({ cookie: cookieNamed, context }: PageRequest): string =>
  cookieNamed(nameFor(context));

const cookie = (
  context: HandlerContext,
  token: string,
  { seconds, path }: { readonly seconds: number; readonly path: string },
): string =>
  `${nameFor(context)}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;

// Browsers share cookies between ports, so each sandbox uses its own name.
const nameFor = ({ hash }: HandlerContext): string => `remit_guest_${hash('guest').slice(0, 8)}`;
