import { Refused } from '../../../contract/http/api-error.ts';
import type { Endpoint, Work } from '../../context/endpoint.ts';
import type { Incoming } from '../../context/request-body.ts';
import { formTokenOf } from '../form.ts';
import { html } from '../html.ts';
import type { Reply } from '../../context/problem-details.ts';
import { enter, keyOf } from './access.ts';
import { act, type InspectorParts } from './submit-action.ts';
import { actions } from './actions.ts';
import { plainReply, viewReply } from './layout.ts';
import { type Look, ROOM } from './page-context.ts';
import { pages } from './routes.ts';
import { refusalReply } from './error-page.ts';
import { STYLE, styleReply } from './style.ts';

/** The inspector: what a browser that was let in sees of the sandbox, and the buttons that work its controls. */
export const inspectorEndpoints = (parts: InspectorParts): readonly Endpoint[] => [
  { method: 'GET', path: STYLE, work: async () => styleReply },
  { method: 'GET', path: '/sandbox/enter', work: orPage((it) => welcome(it, parts)) },
  ...Object.entries(pages).map(
    ([path, draw]): Endpoint => ({
      method: 'GET',
      path,
      work: orPage(async (request) => shown(await lookOf(request, parts), draw)),
    }),
  ),
  ...actions.map(
    (action): Endpoint => ({
      method: 'POST',
      path: `${ROOM}${action.path}`,
      work: orPage((request) => act(action, request, parts)),
    }),
  ),
];

/** What is refused to a person is a page too. */
const orPage =
  (work: Work): Work =>
  async (request) => {
    try {
      return await work(request);
    } catch (error) {
      if (error instanceof Refused) return refusalReply(error);
      throw error;
    }
  };

/**
 * Sets the cookie and leads on. Not by a redirect: from a link on some other site it would still count as that site's
 * request, and the browser would keep the cookie back.
 */
async function welcome({ query }: Incoming, { engine }: InspectorParts): Promise<Reply> {
  const cookie = await engine.transact((world) => enter(query.get('code') ?? '', world));
  const reply = plainReply(
    200,
    'Welcome',
    html`<p><a class="button" href="/sandbox">Open the inspector</a></p>`,
  );
  const headers = { ...reply.headers, 'Set-Cookie': cookie, Refresh: '0; url=/sandbox' };
  return { ...reply, headers };
}

const shown = async (look: Look, draw: (typeof pages)[string]): Promise<Reply> =>
  viewReply(look, await draw(look));

async function lookOf(request: Incoming, { engine }: InspectorParts): Promise<Look> {
  const key = await keyOf(request, engine);
  const { params, query, path } = request;
  const here = new URL(`http://sandbox${path}?${query}`);
  return { engine, db: engine.db, params, query, here, formToken: formTokenOf(key, engine) };
}
