/** The outbox in the inspector: the emails that a real service would have sent, as an inbox. */

import { sql } from 'kysely';
import { outboxKinds } from '../../../api/controls/events.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { Row } from '../../database/tables.ts';
import { letterText, readLetter } from '../../notifications/letter.ts';
import { LETTER_STYLE_SOURCE, letterHtml } from '../../notifications/letter-html.ts';
import { badge, countText, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { formFields, type PageContext, pathOf } from './page-context.ts';
import { beginsWith, isValue } from './shapes/condition.ts';
import { field } from './shapes/field.ts';
import { choiceField, filterBy } from './shapes/filter.ts';
import { listPage, rowsIn } from './shapes/list-page.ts';
import { countUpTo, type NumberedRow, recordAt } from './shapes/read-rows.ts';
import { factsSection, recordPage } from './shapes/record-page.ts';

type Mail = Row<'outbox'>;

/** Unread emails are counted up to this. */
const MAX_COUNTED = 999;

const kindText = (kind: string): string => kind.replaceAll('_', ' ');

/** Returns the page of emails with the filters of the query, newest first. */
export const mailsPage = listPage<NumberedRow<'outbox'>>({
  title: 'Mail',
  read: rowsIn('outbox'),
  table: mailList,
  filters: [
    filterBy({ name: 'to', label: 'To', kind: 'text', placeholder: 'Its beginning' }, (it) => [
      beginsWith(sql.ref('to_email'), it),
    ]),
    filterBy(choiceField('kind', 'Kind', outboxKinds, kindText), (it) => [isValue('kind', it)]),
    // The index holds unread emails alone, in the order of `seq`.
    filterBy({ name: 'unread', label: 'Unread only', kind: 'tick' }, () => [
      { indexed: sql`is_read = 0`, checked: sql`coalesce(is_read, 0) = 0`, order: 'seq' },
    ]),
  ],
  above: () =>
    html`<p class="lead">Emails that a real service would have sent. Nothing leaves this machine.</p>`,
  below: readAllForm,
});

async function readAllForm(pageContext: PageContext): Promise<Html> {
  const unread = await countUnreadMail(pageContext);
  if (unread === 0) return html``;
  return html`<form method="post" action="${INSPECTOR_PATH}/outbox/read" class="unread-bar">
    ${formFields(pageContext)}<span>${unread <= MAX_COUNTED ? countText(unread, 'unread email') : `More than ${MAX_COUNTED} unread emails`}</span>
    <button class="small">Mark all as read</button>
  </form>`;
}

/** Returns the number of emails that nobody opened; 1,000 if there are more than 999. */
export const countUnreadMail = (pageContext: Pick<PageContext, 'db'>): Promise<number> =>
  countUpTo(MAX_COUNTED + 1, pageContext, 'outbox', sql`is_read = 0`);

export const unreadMark = (unread: number): Html =>
  html`<span class="unread-count">${unread <= MAX_COUNTED ? unread : `${MAX_COUNTED}+`}<span class="unseen"> unread</span></span>`;

/** Returns the page of an email, as HTML or as text, with the page that its link leads to. Marks it as read. */
export const mailPage = recordPage<Mail>({
  async read(pageContext) {
    const mail = await recordAt(pageContext, 'outbox');
    await markRead(mail, pageContext);
    return mail;
  },
  title: ({ subject }) => subject,
  lead: () => html``,
  sections: [
    factsSection([
      field.text('To', 'to_email'),
      field.moment('Sent', 'created_at'),
      { label: 'Kind', value: ({ kind }) => kindText(kind) },
      field.link('Payable', 'payable_id'),
      field.link('Invitation', 'invitation_id'),
      { label: 'Delivered', value: ({ bounced }) => (bounced === 1 ? badge('bounced') : null) },
      field.text('Invitation token', 'token'),
    ]),
    letterPart,
    neighbors,
  ],
});

/** Returns a button that leads where the email does, and its HTML or its text. */
function letterPart(mail: Mail, pageContext: PageContext): Html {
  const isText = pageContext.query.get('part') === 'text';
  const partLink = (name: string, query: string, isCurrent: boolean) =>
    html`<a href="${mailPath(mail.id)}${query}"${isCurrent ? html` aria-current="page"` : ''}>${name}</a>`;
  return html`<div class="mail-bar">${leadButton(mail, pageContext)}
      <nav class="parts" aria-label="Parts of the email">
        ${partLink('HTML', '', !isText)} ${partLink('Text', '?part=text', isText)}
      </nav>
    </div>
    ${isText ? textPart(mail) : htmlPart(mail)}`;
}

async function markRead({ id, is_read }: Mail, { engine }: PageContext): Promise<void> {
  if (is_read === 1) return;
  await engine.transact(({ db }) =>
    db.updateTable('outbox').set({ is_read: 1 }).where('id', '=', id).execute(),
  );
}

/** Returns a button that leads where the email does: to its link, or to the page of what it is about. */
function leadButton(mail: Mail, pageContext: PageContext): Html {
  const { url, payable_id, invitation_id } = mail;
  if (isWebAddress(url)) {
    const label = readLetter(mail).action?.label ?? 'Open the link';
    return html`<a class="button primary" href="${url}" rel="noreferrer">${label}</a>`;
  }
  const path = pathOf(payable_id ?? invitation_id ?? '', pageContext);
  const thing = payable_id === null ? 'invitation' : 'payable';
  return path === undefined
    ? html``
    : html`<a class="button primary" href="${path}">Open the ${thing}</a>`;
}

const isWebAddress = (url: string | null): url is string => /^https?:\/\//.test(url ?? '');

const mailPath = (id: string): string => `${INSPECTOR_PATH}/mail/${encodeURIComponent(id)}`;

const textPart = (mail: Mail): Html =>
  html`<pre class="letter">${letterText(readLetter(mail), mail.url)}</pre>`;

// The script makes it as high as its content.
const htmlPart = ({ id }: Mail): Html =>
  html`<iframe class="letter-frame" title="The email" height="640" src="${mailPath(id)}/html"
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>`;

async function neighbors({ seq }: Mail, { db }: PageContext): Promise<Html> {
  const beside = (side: '<' | '>') =>
    db
      .selectFrom('outbox')
      .select(['id', 'subject'])
      .where('seq', side, seq)
      .orderBy('seq', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
  const [newer, older] = [await beside('>'), await beside('<')];
  return html`<nav class="pager" aria-label="Emails">
    ${newer ? html`<a href="${mailPath(newer.id)}" title="${newer.subject}">← Newer</a>` : html`<span></span>`}
    <a href="${INSPECTOR_PATH}/mail">All mail</a>
    ${older ? html`<a href="${mailPath(older.id)}" title="${older.subject}">Older →</a>` : html`<span></span>`}
  </nav>`;
}

/** Returns a list of emails with their first sentences. */
export function mailList(mails: readonly Mail[]): Html {
  if (mails.length === 0) return html`<p class="empty">No emails.</p>`;
  return html`<ul class="inbox" role="list">${mails.map(mailItem)}</ul>`;
}

const mailItem = (mail: Mail): Html =>
  html`<li id="${mail.id}"${mail.is_read === 1 ? '' : html` class="unread"`}><a href="${mailPath(mail.id)}">
    <span class="to">${mail.is_read === 1 ? '' : html`<span class="unseen">Unread, </span>`}<span class="unseen">to </span>${mail.to_email}</span>
    <span class="what"><span class="subject">${mail.subject}</span>${mail.bounced === 1 ? html` ${badge('bounced')}` : ''}
      <span class="preview">${readLetter(mail).opening}</span></span>
    ${time(mail.created_at)}
  </a></li>`;

/**
 * Returns the HTML of an email under a policy of its own: its styles only, no script, no form, and in a frame of the
 * inspector only. Its links open other windows.
 *
 * @throws {ApiError} 404 if there is none
 */
export async function mailHtmlReply(pageContext: PageContext): Promise<Reply> {
  const mail = await recordAt(pageContext, 'outbox');
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': htmlPolicy,
    },
    body: letterHtml(mail.subject, readLetter(mail), mail.url).toString(),
  };
}

const htmlPolicy = [
  "default-src 'none'",
  `style-src ${LETTER_STYLE_SOURCE}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');
