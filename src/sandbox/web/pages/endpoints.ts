import { checkAccess } from '../../access/check-access.ts';
import { accessRules } from '../../access/permissions.ts';
import {
  approveAuthorization,
  denyAuthorization,
  findAuthorization,
} from '../../accounting/authorize.ts';
import type { Engine } from '../../context/engine.ts';
import type { Endpoint, HandlerContext } from '../../context/handler-context.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import { jsonReply } from '../../context/success-response.ts';
import { acceptInvitation, rejectInvitation } from '../../invitation/accept-reject.ts';
import { invitationWith } from '../../invitation/send.ts';
import { showInvitation } from '../../public-api/invitation.ts';
import { html } from '../html.ts';
import { layout, seeOther } from '../page.ts';
import { CONSENT_PATH, LINK_PROVIDER_PATH } from '../page-paths.ts';
import { invitePage } from './invite/invite-page.ts';
import { clearSignInCookie, signedInUser, trySignIn } from './invite/sign-in.ts';
import { chooseAccount, linkPage } from './link-provider/link-page.ts';
import { getPage, isForPage, type PageRequest, postForm } from './page-routes.ts';
import {
  changeBank,
  checkoutPage,
  editCheckout,
  payCheckout,
  startCheckout,
} from './pay/checkout-page.ts';
import { attachmentReply, invoicePage } from './pay/invoice-page.ts';
import { ownAccountsPage, signInToPay, signOutOfPaying } from './pay/own-account-page.ts';
import { payMePage } from './pay/pay-me-page.ts';
import { readOrderInput, readOrderInputWithAmount } from './pay/payment-form.ts';
import { linkReceiptPage, receiptPage } from './pay/receipt-page.ts';
import { enterNumbers, numbersPage, verifyAccount } from './pay/typed-account-page.ts';
import { style } from './style.ts';

/** The pages of a payment without an account: order, choice of a bank, confirmation, receipt. */
const payerEndpoints = (engine: Engine): readonly Endpoint[] => [
  getPage(engine, '/pay/{nanoId}', (pageRequest) =>
    invoicePage(pageRequest, pageRequest.param('nanoId')),
  ),
  postForm(engine, '/pay/{nanoId}', (typed, pageRequest) => {
    const draft = { link: pageRequest.param('nanoId'), order: readOrderInput(typed), typed };
    return startCheckout(pageRequest, { ...draft, kind: 'invoice' }, invoicePage);
  }),
  getPage(engine, '/pay/{nanoId}/receipt', linkReceiptPage),
  getPage(engine, '/pay/{nanoId}/files/{fileId}', attachmentReply),
  getPage(engine, '/pay-me/{token}', (pageRequest) =>
    payMePage(pageRequest, pageRequest.param('token')),
  ),
  postForm(engine, '/pay-me/{token}', (typed, pageRequest) => {
    const order = readOrderInputWithAmount(typed);
    const draft = { link: pageRequest.param('token'), order, typed };
    return startCheckout(pageRequest, { ...draft, kind: 'payMe' }, payMePage);
  }),
  getPage(engine, '/checkout/{key}', checkoutPage),
  postForm(engine, '/checkout/{key}', payCheckout),
  getPage(engine, '/checkout/{key}/edit', (pageRequest) =>
    editCheckout(pageRequest, { invoice: invoicePage, payMe: payMePage }),
  ),
  postForm(engine, '/checkout/{key}/bank', changeBank),
  getPage(engine, '/checkout/{key}/account', numbersPage),
  postForm(engine, '/checkout/{key}/account', enterNumbers),
  postForm(engine, '/checkout/{key}/verify', verifyAccount),
  getPage(engine, '/checkout/{key}/sign-in', ownAccountsPage),
  postForm(engine, '/checkout/{key}/sign-in', signInToPay),
  postForm(engine, '/checkout/{key}/sign-out', signOutOfPaying),
  getPage(engine, '/receipt/{publicId}', receiptPage),
  getPage(engine, '/pay-me/{token}/receipt/{publicId}', receiptPage),
];

/**
 * Returns the endpoints of pages for people without an account and of the simulated external services.
 *
 * They work without script: links and forms, and after each form a page that can be reloaded.
 */
export const pageEndpoints = (engine: Engine): readonly Endpoint[] => [
  { method: 'GET', path: '/sandbox-assets/style.css', work: async () => style },
  ...payerEndpoints(engine),
  ...invitationEndpoints(engine),
  getPage(engine, LINK_PROVIDER_PATH, linkPage),
  postForm(engine, LINK_PROVIDER_PATH, chooseAccount),
  getPage(engine, CONSENT_PATH, consentPage),
  postForm(engine, CONSENT_PATH, consent),
];

const DESCRIPTION_PATH = '/openapi.json';

/** Answers when the sandbox serves. Needs no token. */
const READINESS_PATH = '/ready';

/**
 * Returns the endpoints of the root: a browser goes on to the inspector, a program to the API's description in OpenAPI.
 * None needs a token.
 */
export const rootEndpoints = (engine: Engine): readonly Endpoint[] => [
  { method: 'GET', path: '/', work: async (request) => wayFor(request) },
  { method: 'GET', path: DESCRIPTION_PATH, work: () => describeApi(engine) },
  { method: 'GET', path: READINESS_PATH, work: async () => jsonReply(200, { ready: true }) },
];

function wayFor(request: IncomingRequest): Reply {
  const location = isForPage(request) ? '/sandbox' : DESCRIPTION_PATH;
  const reply = jsonReply(303, { description: DESCRIPTION_PATH, inspector: '/sandbox' });
  return { ...reply, headers: { ...reply.headers, Location: location, Vary: 'Accept' } };
}

async function describeApi(engine: Engine): Promise<Reply> {
  const { toOpenApi } = await import('../../../api/schema/openapi.ts'); // only this request needs it
  const { appUrl } = await engine.transact(async ({ options }) => options);
  return jsonReply(200, { ...toOpenApi('sandbox'), servers: [{ url: appUrl }] });
}

/**
 * Returns the page that asks for access to the books of a business.
 *
 * @throws {ApiError} 404 if there is none
 */
async function consentPage({ query, formToken, context }: PageRequest): Promise<Reply> {
  const { businessName, redirectUri, state } = await findAuthorization(query('state'), context);
  return layout({
    title: 'Connect your accounting system',
    externalTarget: redirectUri,
    body: html`<p class="soft">Simulated accounting system</p>
      <h1>Allow remit to access the accounting data of ${businessName}?</h1>
      <p>It will be able to:</p>
      <ul>
        <li>view and add vendors</li>
        <li>view your bank accounts</li>
        <li>record your invoices as bills and mark them as paid</li>
      </ul>
      <form method="post" action="${CONSENT_PATH}">
        ${formToken}
        <input type="hidden" name="state" value="${state}">
        <button class="button" name="answer" value="yes">Allow</button>
        <button class="button plain" name="answer" value="no">Deny</button>
      </form>
      <p class="fine">You will be redirected to ${new URL(redirectUri).host}. You can revoke access at any time.</p>`,
  });
}

/**
 * Handles the answer: access is granted for `yes` and denied for anything else.
 *
 * @throws {ApiError} 404 if there is none
 */
const consent = async (typed: (name: string) => string, { context }: PageRequest): Promise<Reply> =>
  seeOther(
    typed('answer') === 'yes'
      ? await approveAuthorization(typed('state'), context)
      : await denyAuthorization(typed('state'), context),
  );

/** Returns the endpoints of an invitation's link: the inviter, sign-in, and the answer for a business. */
const invitationEndpoints = (engine: Engine): readonly Endpoint[] => [
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
