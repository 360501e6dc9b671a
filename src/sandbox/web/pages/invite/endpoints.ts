import { checkAccess } from '../../../access/check-access.ts';
import { accessRules } from '../../../access/permissions.ts';
import type { Engine } from '../../../context/engine.ts';
import type { Endpoint, HandlerContext } from '../../../context/handler-context.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { acceptInvitation, rejectInvitation } from '../../../invitation/accept-reject.ts';
import { invitationWith } from '../../../invitation/send.ts';
import { showInvitation } from '../../../public-api/invitation.ts';
import { seeOther } from '../../page.ts';
import { getPage, type PageRequest, postForm } from '../page-routes.ts';
import { invitePage } from './invite-page.ts';
import { clearSignInCookie, signedInUser, trySignIn } from './sign-in.ts';

/** Returns the endpoints of an invitation's link: the inviter, sign-in, and the answer for a business. */
export const invitationEndpoints = (engine: Engine): readonly Endpoint[] => [
  getPage(engine, '/invite/{token}', (pageRequest) => invitePage(pageRequest)),
  postForm(engine, '/invite/{token}/sign-in', signIn),
  postForm(engine, '/invite/{token}/accept', (typed, pageRequest) =>
    answerInvitation(pageRequest, typed('businessId'), 'accept', (context, businessId) =>
      acceptInvitation(context, businessId, pageRequest.param('token')),
    ),
  ),
  postForm(engine, '/invite/{token}/decline', (typed, pageRequest) =>
    answerInvitation(pageRequest, typed('businessId'), 'reject', (context, businessId) =>
      decline(context, businessId, pageRequest.param('token')),
    ),
  ),
  postForm(engine, '/invite/{token}/sign-out', async (_, pageRequest) =>
    seeOther(invitePath(pageRequest), {
      'Set-Cookie': await clearSignInCookie(pageRequest, '/invite'),
    }),
  ),
];

const invitePath = ({ param }: PageRequest): string => `/invite/${param('token')}`;

/** Signs in. A wrong password shows the page again. */
async function signIn(typed: (name: string) => string, pageRequest: PageRequest): Promise<Reply> {
  await showInvitation(pageRequest.context, pageRequest.param('token'));
  const signedIn = await trySignIn(typed, pageRequest, '/invite');
  return typeof signedIn === 'string'
    ? seeOther(invitePath(pageRequest), { 'Set-Cookie': signedIn })
    : invitePage(pageRequest, signedIn);
}

/** Accepts or rejects for a business. A guest whose sign-in ended is asked to sign in. */
async function answerInvitation(
  pageRequest: PageRequest,
  businessId: string,
  verb: 'accept' | 'reject',
  answer: (context: HandlerContext, businessId: string) => Promise<unknown>,
): Promise<Reply> {
  const caller = await signedInUser(pageRequest);
  if (!caller) return seeOther(invitePath(pageRequest));
  const context = { ...pageRequest.context, caller };
  await checkAccess(accessRules.invite[verb], { businessId }, caller, context);
  await answer(context, businessId);
  return seeOther(invitePath(pageRequest));
}

async function decline(context: HandlerContext, businessId: string, token: string): Promise<void> {
  const invitation = await invitationWith(context, token);
  if (invitation) await rejectInvitation(context, invitation, businessId, token);
}
