/** The layout of the inspector: navigation, clock, and the events of the last form. */

import type { Reply } from '../../context/problem-details.ts';
import { type Html, html } from '../html.ts';
import { page, pageReply } from '../page.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { SCRIPT, STYLE } from './assets.ts';
import { clockBar } from './clock-bar.ts';
import { eventSummary } from './event-summary.ts';
import { readLiveMark } from './live-marks.ts';
import { countUnreadMail, unreadMark } from './mail.ts';
import type { PageContent, PageContext } from './page-context.ts';
import { navLinks } from './pages.ts';

/** The path of the search. */
const SEARCH_PATH = `${INSPECTOR_PATH}/search`;

/** Returns a page with navigation, clock and the events of the last form. */
export async function viewReply(
  pageContext: PageContext,
  { title, body }: PageContent,
): Promise<Reply> {
  const unread = await countUnreadMail(pageContext);
  const top = html`
    ${searchForm(pageContext)}
    <nav class="rooms" aria-label="Inspector">${navLinks.map((page) => navLink(page, pageContext, unread))}</nav>
    ${await clockBar(pageContext)}
    ${await eventSummary(pageContext)}`;
  const mark = await readLiveMark(pageContext.engine);
  return pageWith(200, title, html`<h1>${title}</h1>${body}`, { top, mark });
}

/** Returns a page of the inspector without navigation. */
export const plainReply = (status: number, title: string, body: Html): Reply =>
  pageWith(status, title, body, { top: html``, mark: '' });

/** Returns a page that its script updates if it has the mark of what it shows. */
function pageWith(
  status: number,
  title: string,
  body: Html,
  { top, mark }: { readonly top: Html; readonly mark: string },
): Reply {
  const document = html`<div class="inspector" ${mark === '' ? '' : html`data-mark="${mark}"`}>
    <header>
      <p class="brand"><strong>remit sandbox</strong> <span>Inspector. No real money moves.</span>
        <span class="live" role="status"></span></p>
      ${top}
    </header>
    <main>${body}</main>
  </div>
  <script src="${SCRIPT}" defer></script>`;
  return pageReply(status, page({ title, body: document, stylesheet: STYLE }), { hasScript: true });
}

const searchForm = ({ url }: PageContext): Html =>
  html`<form role="search" class="search" action="${SEARCH_PATH}">
    <label class="unseen" for="search">Search by id, invoice number, name, email address or amount</label>
    <input id="search" name="q" type="search" placeholder="Id, invoice, name, mail, amount" maxlength="100"
      autocomplete="off" autocapitalize="none" spellcheck="false" aria-keyshortcuts="/"
      value="${url.pathname === SEARCH_PATH ? url.searchParams.get('q') : ''}">
    <button>Search</button>
  </form>`;

const navLink = (
  { path, name }: (typeof navLinks)[number],
  { url: { pathname } }: PageContext,
  unread: number,
) => {
  const label = name === 'Mail' && unread > 0 ? html`${name} ${unreadMark(unread)}` : name;
  return pathname === path || (pathname.startsWith(`${path}/`) && path !== '/sandbox')
    ? html`<a href="${path}" aria-current="page">${label}</a>`
    : html`<a href="${path}">${label}</a>`;
};
