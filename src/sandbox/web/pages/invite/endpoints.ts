import { verifyCredentials } from '../../../access/auth.ts';
import { checkAccess } from '../../../access/check-access.ts';
import { accessRules } from '../../../access/permissions.ts';
import type { Engine } from '../../../context/engine.ts';
import type { Endpoint, HandlerContext } from '../../../context/handler-context.ts';
import { CommittedApiError, type Reply } from '../../../context/problem-details.ts';
import { acceptInvitation, rejectInvitation } from '../../../invitation/accept-reject.ts';
import { invitationWith } from '../../../invitation/records.ts';
import { showInvitation } from '../../../public-api/invitation.ts';
import { seeOther } from '../../page.ts';
import { getPage, type PageRequest, postForm } from '../page-routes.ts';
import { invitePage } from './invite-page.ts';
import { clearSignInCookie, setSignInCookie, signedInUser } from './sign-in-cookie.ts';

/** Returns the endpoints of an invitation's link: the inviter, sign-in, and the answer for a business. */
export const invitationEndpoints = (engine: Engine): readonly Endpoint[] => [
  getPage(engine, '/invite/{token}', (visit) => invitePage(visit)),
  postForm(engine, '/invite/{token}/sign-in', (typed, visit) =>
    enter(typed('email'), typed('password'), visit),
  ),
  postForm(engine, '/invite/{token}/accept', (typed, visit) =>
    answered(visit, typed('businessId'), 'accept', (world, businessId) =>
      acceptInvitation(world, businessId, visit.param('token')),
    ),
  ),
  postForm(engine, '/invite/{token}/decline', (typed, visit) =>
    answered(visit, typed('businessId'), 'reject', (world, businessId) =>
      decline(world, businessId, visit.param('token')),
    ),
  ),
  postForm(engine, '/invite/{token}/sign-out', async (_, visit) =>
    seeOther(homeOf(visit), { 'Set-Cookie': await clearSignInCookie(visit) }),
  ),
];

const homeOf = ({ param }: PageRequest): string => `/invite/${param('token')}`;

/** Signs in. A wrong password shows the page again. */
async function enter(email: string, password: string, visit: PageRequest): Promise<Reply> {
  await showInvitation(visit.world, visit.param('token'));
  try {
    const caller = await verifyCredentials(email, password, visit.world);
    return seeOther(homeOf(visit), { 'Set-Cookie': await setSignInCookie(visit.world, caller) });
  } catch (error) {
    if (!(error instanceof CommittedApiError)) throw error;
    // Not rethrown, so that the transaction commits and the failed attempt is counted.
    const { status, message } = error.refused;
    return invitePage(visit, { status, email, problem: { field: 'email', sentence: message } });
  }
}

/** Accepts or rejects for a business. A guest whose sign-in ended is asked to sign in. */
async function answered(
  visit: PageRequest,
  businessId: string,
  verb: 'accept' | 'reject',
  answer: (world: HandlerContext, businessId: string) => Promise<unknown>,
): Promise<Reply> {
  const caller = await signedInUser(visit);
  if (!caller) return seeOther(homeOf(visit));
  const world = { ...visit.world, caller };
  await checkAccess(accessRules.invite[verb], { businessId }, caller, world.db);
  await answer(world, businessId);
  return seeOther(homeOf(visit));
}

async function decline(world: HandlerContext, businessId: string, token: string): Promise<void> {
  const found = await invitationWith(world, token);
  if (found) await rejectInvitation(world, found, businessId, token);
}
