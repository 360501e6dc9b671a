import { ApiError } from '../../../api/http/api-error.ts';
import type { Endpoint, Work } from '../../context/handler-context.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import { formTokenOf } from '../form.ts';
import { type Html, html } from '../html.ts';
import { orErrorPage, seeOther } from '../page.ts';
import { ENTER_PATH, INSPECTOR_PATH, LIVE_PATH } from '../page-paths.ts';
import { redeemInspectorCode, requireInspectorKey } from './access.ts';
import { assets } from './assets.ts';
import { plainReply, viewReply } from './layout.ts';
import { mailHtmlReply } from './mail.ts';
import { type PageContext, pathOf } from './page-context.ts';
import { type DrawPage, resourceKinds, routes } from './pages.ts';
import { act, actions, type InspectorParts, resend } from './submit-action.ts';

/** Returns an error as a page, with a way on. */
function refusalReply({ status, message }: ApiError, { path }: IncomingRequest): Reply {
  const title = titles[status] ?? 'Action failed';
  const way =
    status === 401
      ? signInPrompt(path)
      : html`<p><a class="button" href="/sandbox">Back to overview</a></p>`;
  return plainReply(status, title, html`<h1>${title}</h1><p>${message}</p>${way}`);
}

/** Returns the command that lets a browser in, to the record of the page if it is about one. */
function signInPrompt(path: string): Html {
  const [id = ''] = /[a-z]+_[a-z0-9]+$/.exec(path) ?? [];
  return html`<p>Run this command on the machine that runs the sandbox:</p>
    <p><code class="command">${`remit sandbox open ${id}`.trim()}</code></p>`;
}

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
  ...routes.map(
    ([path, draw]): Endpoint => ({
      method: 'GET',
      path,
      work: orPage(async (request) => shown(await contextOf(request, parts), draw)),
    }),
  ),
  {
    method: 'GET',
    path: `${INSPECTOR_PATH}/mail/{id}/html`,
    work: orPage(async (request) => mailHtmlReply(await contextOf(request, parts))),
  },
  {
    method: 'POST',
    path: `${INSPECTOR_PATH}/events/{id}/resend`,
    work: orPage((request) => resend(request, parts)),
  },
  ...actions.map(
    (action): Endpoint => ({
      method: 'POST',
      path: `${INSPECTOR_PATH}${action.path}`,
      work: orPage((request) => act(action, request, parts)),
    }),
  ),
];

/** Answers a path of the inspector that has no page: with the navigation for a browser that was let in. */
export const unknownInspectorPage = (parts: InspectorParts): Work =>
  orPage(async (request) =>
    shown(await contextOf(request, parts), async () => {
      throw new ApiError(404, 'not_found', `There is no page ${request.path}.`);
    }),
  );

const orPage = (work: Work): Work => orErrorPage(refusalReply, work);

/** Sets the cookie and leads to the inspector, to the page of the id in the query if there is one. */
async function welcome({ query }: IncomingRequest, { engine }: InspectorParts): Promise<Reply> {
  // Not by a redirect: coming from a link on another site, it would count as a request of that site, and the browser
  // would not send the cookie.
  const cookie = await engine.transact((world) =>
    redeemInspectorCode(query.get('code') ?? '', world),
  );
  const location = pathOf(query.get('id') ?? '', { resourceKinds }) ?? '/sandbox';
  const reply = plainReply(
    200,
    'Welcome',
    html`<p><a class="button" href="${location}">Open the inspector</a></p>`,
  );
  const headers = { ...reply.headers, 'Set-Cookie': cookie, Refresh: `0; url=${location}` };
  return { ...reply, headers };
}

/** Draws a page; of a record that is not there, one that keeps the navigation and the search. */
async function shown(pageContext: PageContext, draw: DrawPage): Promise<Reply> {
  try {
    const content = await draw(pageContext);
    return 'location' in content
      ? seeOther(content.location)
      : await viewReply(pageContext, content);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const body = html`<p>${error.message}</p><p><a class="button" href="/sandbox">Back to overview</a></p>`;
    return viewReply(pageContext, { title: 'Not found', body }, 404);
  }
}

async function contextOf(
  request: IncomingRequest,
  { engine, requestLog, webhooks }: InspectorParts,
): Promise<PageContext> {
  const key = await requireInspectorKey(request, engine);
  const { params, query, path } = request;
  const here = new URL(`http://sandbox${path}?${query}`);
  const formToken = formTokenOf(key, engine);
  const parts = { engine, db: engine.db, requestLog, webhooks, resourceKinds };
  return { ...parts, params, query, url: here, formToken };
}
