/** The sign-in of the pages for people with an account. */

import { ApiError } from '../../../../api/http/api-error.ts';
import { verifyCredentials } from '../../../access/auth.ts';
import { holderOf, issueToken, revokeToken } from '../../../access/tokens.ts';
import type { Caller, HandlerContext } from '../../../context/handler-context.ts';
import { CommittedApiError } from '../../../context/problem-details.ts';
import { OWNER_EMAIL } from '../../../user/create.ts';
import { errorSummary, formField, type Problem } from '../../form.ts';
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
async function setSignInCookie(
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

/** A sign-in that was refused: what was typed, and why. */
export interface RefusedSignIn {
  readonly status: number;
  readonly email: string;
  readonly problems: readonly Problem[];
}

/** Signs in below `path`. Returns a Set-Cookie header, or why the email address and password were refused. */
export async function trySignIn(
  typed: (name: string) => string,
  { context }: PageRequest,
  path: string,
): Promise<string | RefusedSignIn> {
  const email = typed('email');
  try {
    const caller = await verifyCredentials(email, typed('password'), context);
    return await setSignInCookie(context, caller, path);
  } catch (error) {
    if (!(error instanceof CommittedApiError)) throw error;
    // Not rethrown, so that the transaction commits and the failed attempt is counted.
    const { status, message } = error.refused;
    return { status, email, problems: [{ field: 'email', label: 'Email', sentence: message }] };
  }
}

/** Returns the fields of a sign-in form and its button, and with what the owner of the sandbox signs in. */
export const signInFields = (
  { formToken }: PageRequest,
  { email, problems }: Pick<RefusedSignIn, 'email' | 'problems'> = { email: '', problems: [] },
): Html =>
  html`${errorSummary(problems)}
    ${formToken}
    ${formField({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email }, problems)}
    ${formField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
    <button class="button">Sign in</button>
    <p class="fine">The owner of this sandbox is ${OWNER_EMAIL}. <a href="${INSPECTOR_PATH}/settings">Its password is in the inspector</a>.</p>`;

export const signedInLine = ({ formToken }: PageRequest, { email }: Caller, path: string): Html =>
  html`<form method="post" action="${path}/sign-out">
    ${formToken}
    <p class="fine">Signed in as ${email}. <button class="link">Sign out</button></p>
  </form>`;

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
