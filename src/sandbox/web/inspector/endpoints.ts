import { ApiError } from '../../../contract/http/api-error.ts';
import type { Endpoint, Work } from '../../context/handler-context.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import { formTokenOf } from '../form.ts';
import { html } from '../html.ts';
import { seeOther } from '../page.ts';
import { ENTER_PATH, INSPECTOR_PATH, LIVE_PATH } from '../page-paths.ts';
import { redeemInspectorCode, requireInspectorKey } from './access.ts';
import { integrationPage, integrationsPage } from './accounting.ts';
import { assets } from './assets.ts';
import { bankAccountPage } from './bank-account.ts';
import { businessPage } from './business.ts';
import { businessesPage } from './businesses.ts';
import { connectionPage, connectionsPage } from './connections.ts';
import { eventPage, eventsPage } from './events.ts';
import { faultsPage } from './faults.ts';
import { invitationPage, invitationsPage } from './invitations.ts';
import { plainReply, SEARCH_PATH, viewReply } from './layout.ts';
import { accountPage, ledgerPage } from './ledger.ts';
import { mailPage, mailsPage } from './mail.ts';
import { mailHtmlReply } from './mail-html.ts';
import { overviewPage } from './overview.ts';
import {
  type PageContent,
  type PageContext,
  type PageRedirect,
  resourcePathOf,
} from './page-context.ts';
import { payablePage } from './payable.ts';
import { payablesPage } from './payables.ts';
import { paymentPage, paymentsPage } from './payments.ts';
import { REQUESTS_PATH, requestPage, requestsPage } from './requests.ts';
import { searchPage } from './search.ts';
import { settingsPage } from './settings.ts';
import { act, actions, type InspectorParts } from './submit-action.ts';
import { userPage, usersPage } from './users.ts';
import { withdrawalPage, withdrawalsPage } from './withdrawals.ts';

/** The pages of the inspector by path. */
const pages: Readonly<Record<string, (look: PageContext) => Promise<PageContent | PageRedirect>>> =
  {
    '/sandbox': overviewPage,
    [`${INSPECTOR_PATH}/businesses`]: businessesPage,
    [`${INSPECTOR_PATH}/businesses/{id}`]: businessPage,
    [`${INSPECTOR_PATH}/payables`]: payablesPage,
    [`${INSPECTOR_PATH}/payables/{id}`]: payablePage,
    [`${INSPECTOR_PATH}/payments`]: paymentsPage,
    [`${INSPECTOR_PATH}/payments/{id}`]: paymentPage,
    [`${INSPECTOR_PATH}/withdrawals`]: withdrawalsPage,
    [`${INSPECTOR_PATH}/withdrawals/{id}`]: withdrawalPage,
    [`${INSPECTOR_PATH}/ledger`]: ledgerPage,
    [`${INSPECTOR_PATH}/ledger/{name}`]: accountPage,
    [`${INSPECTOR_PATH}/mail`]: mailsPage,
    [`${INSPECTOR_PATH}/mail/{id}`]: mailPage,
    [`${INSPECTOR_PATH}/events`]: eventsPage,
    [`${INSPECTOR_PATH}/faults`]: faultsPage,
    [SEARCH_PATH]: searchPage,
    [`${INSPECTOR_PATH}/bank-accounts/{id}`]: bankAccountPage,
    [`${INSPECTOR_PATH}/connections`]: connectionsPage,
    [`${INSPECTOR_PATH}/connections/{id}`]: connectionPage,
    [`${INSPECTOR_PATH}/invitations`]: invitationsPage,
    [`${INSPECTOR_PATH}/invitations/{id}`]: invitationPage,
    [`${INSPECTOR_PATH}/users`]: usersPage,
    [`${INSPECTOR_PATH}/users/{id}`]: userPage,
    [`${INSPECTOR_PATH}/events/{id}`]: eventPage,
    [`${INSPECTOR_PATH}/accounting`]: integrationsPage,
    [`${INSPECTOR_PATH}/accounting/{id}`]: integrationPage,
    [`${INSPECTOR_PATH}/settings`]: settingsPage,
    [REQUESTS_PATH]: requestsPage,
    [`${REQUESTS_PATH}/{id}`]: requestPage,
  };

/** Returns an error as a page, with a way on. */
function refusalReply({ status, message }: ApiError): Reply {
  const title = titles[status] ?? 'Action failed';
  const way =
    status === 401 ? knock : html`<p><a class="button" href="/sandbox">Back to overview</a></p>`;
  return plainReply(status, title, html`<h1>${title}</h1><p>${message}</p>${way}`);
}

const knock = html`<p>Run this command on the machine that runs the sandbox:</p>
  <p><code class="command">remit sandbox open</code></p>`;

const titles: Readonly<Record<number, string>> = {
  401: 'Sign-in required',
  404: 'Not found',
  409: 'Not possible now',
};

/** Returns the endpoints of the inspector: pages for a browser that was let in, and forms that call controls. */
export const inspectorEndpoints = (parts: InspectorParts): readonly Endpoint[] => [
  ...assets,
  {
    method: 'GET',
    path: LIVE_PATH,
    work: async (request) => {
      await requireInspectorKey(request, parts.engine);
      return parts.live.open(request.header('last-event-id') ?? request.query.get('mark') ?? '');
    },
  },
  { method: 'GET', path: ENTER_PATH, work: orPage((it) => welcome(it, parts)) },
  ...Object.entries(pages).map(
    ([path, draw]): Endpoint => ({
      method: 'GET',
      path,
      work: orPage(async (request) => shown(await lookOf(request, parts), draw)),
    }),
  ),
  {
    method: 'GET',
    path: `${INSPECTOR_PATH}/mail/{id}/html`,
    work: orPage(async (request) => mailHtmlReply(await lookOf(request, parts))),
  },
  ...actions.map(
    (action): Endpoint => ({
      method: 'POST',
      path: `${INSPECTOR_PATH}${action.path}`,
      work: orPage((request) => act(action, request, parts)),
    }),
  ),
];

/** Turns an `ApiError` into a page. */
const orPage =
  (work: Work): Work =>
  async (request) => {
    try {
      return await work(request);
    } catch (error) {
      if (error instanceof ApiError) return refusalReply(error);
      throw error;
    }
  };

/** Sets the cookie and leads to the inspector, to the page of the id in the query if there is one. */
async function welcome({ query }: IncomingRequest, { engine }: InspectorParts): Promise<Reply> {
  // Not by a redirect: coming from a link on another site, it would count as a request of that site, and the browser
  // would not send the cookie.
  const cookie = await engine.transact((world) =>
    redeemInspectorCode(query.get('code') ?? '', world),
  );
  const location = resourcePathOf(query.get('id') ?? '') ?? '/sandbox';
  const reply = plainReply(
    200,
    'Welcome',
    html`<p><a class="button" href="${location}">Open the inspector</a></p>`,
  );
  const headers = { ...reply.headers, 'Set-Cookie': cookie, Refresh: `0; url=${location}` };
  return { ...reply, headers };
}

async function shown(look: PageContext, draw: (typeof pages)[string]): Promise<Reply> {
  const content = await draw(look);
  return 'location' in content ? seeOther(content.location) : viewReply(look, content);
}

async function lookOf(
  request: IncomingRequest,
  { engine, requestLog }: InspectorParts,
): Promise<PageContext> {
  const key = await requireInspectorKey(request, engine);
  const { params, query, path } = request;
  const here = new URL(`http://sandbox${path}?${query}`);
  const formToken = formTokenOf(key, engine);
  return { engine, db: engine.db, requestLog, params, query, url: here, formToken };
}
