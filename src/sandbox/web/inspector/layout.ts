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
import { type NavLink, navigation } from './pages.ts';

const SEARCH_PATH = `${INSPECTOR_PATH}/search`;

/** Returns a page with navigation, clock and the events of the last form. */
export async function viewReply(
  pageContext: PageContext,
  { title, body }: PageContent,
  status = 200,
): Promise<Reply> {
  const unread = await countUnreadMail(pageContext);
  const top = html`${searchForm(pageContext)} ${await clockBar(pageContext)}`;
  const nav = html`<nav class="rooms" aria-label="Inspector">${navigation.map(
    ([group, links]) => html`<div${group === '' ? '' : html` role="group" aria-label="${group}"`}>
      ${group === '' ? '' : html`<span class="group" aria-hidden="true">${group}</span>`}${links.map((it) => navLink(it, pageContext, unread))}</div>`,
  )}</nav>`;
  const mark = await readLiveMark(pageContext.engine);
  const main = html`${await eventSummary(pageContext)}<h1>${title}</h1>${body}`;
  return pageWith(status, title, main, { top, nav, mark });
}

/** Returns a page of the inspector without navigation. */
export const plainReply = (status: number, title: string, body: Html): Reply =>
  pageWith(status, title, body, { top: html``, nav: html``, mark: '' });

/** Returns a page that its script updates if it has the mark of what it shows. */
function pageWith(
  status: number,
  title: string,
  body: Html,
  { top, nav, mark }: { readonly top: Html; readonly nav: Html; readonly mark: string },
): Reply {
  const document = html`<div class="inspector" ${mark === '' ? '' : html`data-mark="${mark}"`}>
    <a class="skip" href="#main">Skip to content</a>
    <header>
      <p class="brand"><strong>remit sandbox</strong> <span>Inspector. No real money moves.</span>
        <span class="live" role="status"></span></p>
      ${top}
    </header>
    ${nav}
    <main id="main" tabindex="-1">${body}</main>
  </div>
  <script src="${SCRIPT}" defer></script>`;
  return pageReply(status, page({ title, body: document, stylesheet: STYLE }), { hasScript: true });
}

const searchForm = ({ url }: PageContext): Html =>
  html`<form role="search" class="search" action="${SEARCH_PATH}">
    <label class="unseen" for="search">Search by id, invoice number, name, email address, amount, trace number or return code</label>
    <input id="search" name="q" type="search" placeholder="Id, invoice, name, mail, amount" maxlength="100"
      autocomplete="off" autocapitalize="none" spellcheck="false" aria-keyshortcuts="/"
      value="${url.pathname === SEARCH_PATH ? url.searchParams.get('q') : ''}">
    <button>Search</button>
  </form>`;

const navLink = ({ path, name }: NavLink, { url: { pathname } }: PageContext, unread: number) => {
  const label = name === 'Mail' && unread > 0 ? html`${name} ${unreadMark(unread)}` : name;
  return pathname === path || (pathname.startsWith(`${path}/`) && path !== '/sandbox')
    ? html`<a href="${path}" aria-current="page">${label}</a>`
    : html`<a href="${path}">${label}</a>`;
};
