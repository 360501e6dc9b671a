/** The layout of the inspector: navigation, clock, and the events of the last form. */

import type { Kysely } from 'kysely';
import { newYorkDate } from '../../../contract/ach/calendar.ts';
import type { Reply } from '../../context/problem-details.ts';
import { lastEventSeq } from '../../control/events.ts';
import type { Row, SandboxTables } from '../../database/tables.ts';
import { countText, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { page, pageReply } from '../page.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { readLiveMark } from './live-marks.ts';
import { formFields, linkTo, type PageContent, type PageContext } from './page-context.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { listNextJobs } from './timeline.ts';

const MAX_SHOWN = 5;

/** The path of the search. */
export const SEARCH_PATH = `${INSPECTOR_PATH}/search`;

/**
 * Runs `work` and returns the events it caused as a part of a query.
 *
 * @example `since=4&until=7`
 */
export async function withEventSummary(
  db: Kysely<SandboxTables>,
  work: () => Promise<unknown>,
): Promise<string> {
  const before = await lastEventSeq(db);
  await work();
  return `since=${before}&until=${await lastEventSeq(db)}`;
}

/** Returns the events that the last form caused, or nothing if the page was not opened by a form. */
async function eventSummary({ query, db }: PageContext): Promise<Html> {
  const [since, until] = ['since', 'until'].map((name) => Number(query.get(name) ?? Number.NaN));
  if (since === undefined || until === undefined || !(since <= until)) return html``;
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', since)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(MAX_SHOWN + 1)
    .execute();
  return html`<section class="happened" role="status">
    <strong>${until === since ? 'Done. No events.' : `${countText(until - since, 'event')}.`}</strong>
    <ul>${events.slice(0, MAX_SHOWN).map(eventLine)}</ul>
    ${events.length > MAX_SHOWN ? html`<a href="${INSPECTOR_PATH}/events">All events</a>` : ''}
  </section>`;
}

const eventLine = ({ type, resource_id }: Row<'events'>) =>
  html`<li><code>${type}</code> ${linkTo(resource_id)}</li>`;

/** Returns a page with navigation, clock and the events of the last form. */
export async function viewReply(
  pageContext: PageContext,
  { title, body }: PageContent,
): Promise<Reply> {
  const top = html`
    ${searchForm(pageContext)}
    <nav class="rooms" aria-label="Inspector">${navLinks.map((page) => navLink(page, pageContext))}</nav>
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
  const document = html`<link rel="stylesheet" href="${STYLE}">
  <div class="inspector" ${mark === '' ? '' : html`data-mark="${mark}"`}>
    <header>
      <p class="brand"><strong>remit sandbox</strong> <span>Inspector. No real money moves.</span>
        <span class="live" role="status"></span></p>
      ${top}
    </header>
    <main>${body}</main>
  </div>
  <script src="${SCRIPT}" defer></script>`;
  return pageReply(status, page({ title, body: document }), { hasScript: true });
}

const searchForm = ({ url }: PageContext): Html =>
  html`<form role="search" class="search" action="${SEARCH_PATH}">
    <label class="unseen" for="search">Search by id, invoice number, name, email address or amount</label>
    <input id="search" name="q" type="search" placeholder="Id, invoice, name, mail, amount" maxlength="100"
      autocomplete="off" autocapitalize="none" spellcheck="false" aria-keyshortcuts="/"
      value="${url.pathname === SEARCH_PATH ? url.searchParams.get('q') : ''}">
    <button>Search</button>
  </form>`;

const navLinks = [
  { path: '/sandbox', name: 'Overview' },
  { path: `${INSPECTOR_PATH}/businesses`, name: 'Businesses' },
  { path: `${INSPECTOR_PATH}/payables`, name: 'Payables' },
  { path: `${INSPECTOR_PATH}/payments`, name: 'Payments' },
  { path: `${INSPECTOR_PATH}/withdrawals`, name: 'Withdrawals' },
  { path: `${INSPECTOR_PATH}/ledger`, name: 'Ledger' },
  { path: `${INSPECTOR_PATH}/mail`, name: 'Mail' },
  { path: `${INSPECTOR_PATH}/events`, name: 'Events' },
  { path: `${INSPECTOR_PATH}/connections`, name: 'Connections' },
  { path: `${INSPECTOR_PATH}/users`, name: 'Users' },
  { path: `${INSPECTOR_PATH}/accounting`, name: 'Accounting' },
  { path: `${INSPECTOR_PATH}/faults`, name: 'Faults' },
  { path: `${INSPECTOR_PATH}/settings`, name: 'Settings' },
] as const;

const navLink = ({ path, name }: (typeof navLinks)[number], { url: { pathname } }: PageContext) =>
  pathname === path || (pathname.startsWith(`${path}/`) && path !== '/sandbox')
    ? html`<a href="${path}" aria-current="page">${name}</a>`
    : html`<a href="${path}">${name}</a>`;

async function clockBar(pageContext: PageContext): Promise<Html> {
  const { engine } = pageContext;
  const [next] = await listNextJobs(pageContext, 1);
  const isFrozen = engine.clock().mode === 'frozen';
  return html`<section class="clock" aria-label="Clock">
    <div class="now">
      <strong>${weekdayOf(engine.now())} ${time(engine.now().toISOString())}</strong>
      <span>${isFrozen ? 'Clock is frozen' : 'Clock is running'}</span>
    </div>
    <form method="post" action="${INSPECTOR_PATH}/clock/advance">
      ${formFields(pageContext)}
      <button name="by" value="PT1H">+1 hour</button>
      <button name="by" value="P1D">+1 day</button>
      <button name="businessDays" value="1">Next business day</button>
      ${next ? html`<button name="to" value="${next.due_at}" class="primary">Next due job</button>` : ''}
    </form>
    <form method="post" action="${INSPECTOR_PATH}/clock/mode">
      ${formFields(pageContext)}
      <button name="mode" value="${isFrozen ? 'real' : 'frozen'}">${isFrozen ? 'Run' : 'Freeze'}</button>
    </form>
  </section>`;
}

const weekdayOf = (moment: Date): string =>
  weekdays[new Date(newYorkDate(moment)).getUTCDay()] ?? '';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
