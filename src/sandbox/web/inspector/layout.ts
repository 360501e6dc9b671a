import { newYorkDate } from '../../../contract/ach/calendar.ts';
import { type Html, html } from '../html.ts';
import { page, pageReply } from '../page.ts';
import type { Reply } from '../../context/problem-details.ts';
import { dueNext } from './upcoming-jobs.ts';
import { happened } from './event-summary.ts';
import { formFields, type Look, ROOM, type View } from './page-context.ts';
import { time } from '../format.ts';
import { STYLE } from './style.ts';

/** A view as a whole page: where one can go, the clock, on which everything hangs, and what came of the last form. */
export async function viewReply(look: Look, { title, body }: View): Promise<Reply> {
  const top = html`
    <nav class="rooms" aria-label="Inspector">${rooms.map((it) => roomLink(it, look))}</nav>
    ${await clockBar(look)}
    ${await happened(look)}`;
  return plainReply(200, title, html`<h1>${title}</h1>${body}`, top);
}

/** A page of the inspector that leads nowhere. */
export function plainReply(status: number, title: string, body: Html, top = html``): Reply {
  const whole = html`<link rel="stylesheet" href="${STYLE}">
  <div class="inspector">
    <header>
      <p class="brand"><strong>remit sandbox</strong> <span>Inspector. No real money moves here.</span></p>
      ${top}
    </header>
    <main>${body}</main>
  </div>`;
  return pageReply(status, page({ title, body: whole }));
}

const rooms = [
  { path: '/sandbox', name: 'Overview' },
  { path: `${ROOM}/businesses`, name: 'Businesses' },
  { path: `${ROOM}/payables`, name: 'Payables' },
  { path: `${ROOM}/payments`, name: 'Payments' },
  { path: `${ROOM}/withdrawals`, name: 'Withdrawals' },
  { path: `${ROOM}/ledger`, name: 'Ledger' },
  { path: `${ROOM}/mail`, name: 'Mail' },
  { path: `${ROOM}/events`, name: 'Events' },
  { path: `${ROOM}/faults`, name: 'Faults' },
] as const;

const roomLink = ({ path, name }: (typeof rooms)[number], { here: { pathname } }: Look) =>
  pathname === path || (pathname.startsWith(`${path}/`) && path !== '/sandbox')
    ? html`<a href="${path}" aria-current="page">${name}</a>`
    : html`<a href="${path}">${name}</a>`;

async function clockBar(look: Look): Promise<Html> {
  const { engine } = look;
  const [next] = await dueNext(look, 1);
  const isFrozen = engine.clock().mode === 'frozen';
  return html`<section class="clock" aria-label="Clock">
    <div class="now">
      <strong>${weekdayOf(engine.now())} ${time(engine.now().toISOString())}</strong>
      <span>${isFrozen ? 'The clock stands still' : 'The clock runs'}</span>
    </div>
    <form method="post" action="${ROOM}/clock/advance">
      ${formFields(look)}
      <button name="by" value="PT1H">+1 hour</button>
      <button name="by" value="P1D">+1 day</button>
      <button name="businessDays" value="1">Next business day</button>
      ${next ? html`<button name="to" value="${next.due_at}" class="primary">Next due job</button>` : ''}
    </form>
    <form method="post" action="${ROOM}/clock/mode">
      ${formFields(look)}
      <button name="mode" value="${isFrozen ? 'real' : 'frozen'}">${isFrozen ? 'Let it run' : 'Freeze it'}</button>
    </form>
  </section>`;
}

const weekdayOf = (moment: Date): string =>
  weekdays[new Date(newYorkDate(moment)).getUTCDay()] ?? '';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
