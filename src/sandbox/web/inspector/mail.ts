/** The outbox in the inspector: the emails that a real service would have sent, as an inbox. */

import { sql } from 'kysely';
import { outboxKinds } from '../../../contract/controls/events.ts';
import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { letterText, readLetter } from '../../notifications/letter.ts';
import { badge, countText, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { beginsWith, isValue, type ListCondition } from './lists/condition.ts';
import { type FilterField, filterForm } from './lists/filter-form.ts';
import { createQueryValues, type QueryValues } from './lists/query-values.ts';
import { readRows } from './lists/read-rows.ts';
import {
  formFields,
  linkTo,
  type PageContent,
  type PageContext,
  resourcePathOf,
} from './page-context.ts';
import { pager, readSeqPage } from './pagination.ts';

type Mail = Row<'outbox'>;

/** Unread emails are counted up to this. */
const MAX_COUNTED = 999;

const kindText = (kind: string): string => kind.replaceAll('_', ' ');

const fields: readonly FilterField[] = [
  { name: 'to', label: 'To', kind: 'text', placeholder: 'Its beginning' },
  {
    ...{ name: 'kind', label: 'Kind', kind: 'choice' },
    choices: [['', 'All'], ...outboxKinds.map((kind) => [kind, kindText(kind)] as const)],
  },
  { name: 'unread', label: 'Unread only', kind: 'tick' },
];

/** Returns the page of emails with the filters of the query, newest first. */
export async function mailsPage(pageContext: PageContext): Promise<PageContent> {
  const { db, query, url } = pageContext;
  const values = createQueryValues(query);
  const conditions = readConditions(values);
  const page = await readSeqPage(query, async (range) =>
    values.problems.length > 0 ? [] : readRows(db, 'outbox', { conditions }, range),
  );
  const unread = await countUnreadMail(pageContext);
  return {
    title: 'Mail',
    body: html`<p class="lead">Emails that a real service would have sent. Nothing leaves this machine.</p>
      ${filterForm(url, fields, values.problems)} ${unread === 0 ? '' : readAllForm(pageContext, unread)}
      ${mailList(page.rows)} ${pager(url, page)}`,
  };
}

function readConditions(values: QueryValues): readonly ListCondition[] {
  const to = values.text('to');
  const kind = values.choice('kind', outboxKinds);
  return [
    ...(to === undefined ? [] : [beginsWith(sql.ref('to_email'), to)]),
    ...(kind === undefined ? [] : [isValue('kind', kind)]),
    ...(values.choice('unread', ['1']) ? [isUnread] : []),
  ];
}

/** The condition that nobody opened an email. The index holds those alone, in the order of `seq`. */
const isUnread: ListCondition = {
  indexed: sql`is_read = 0`,
  checked: sql`coalesce(is_read, 0) = 0`,
  order: 'seq',
};

const readAllForm = (pageContext: PageContext, unread: number): Html =>
  html`<form method="post" action="${INSPECTOR_PATH}/outbox/read" class="unread-bar">
    ${formFields(pageContext)}<span>${unread <= MAX_COUNTED ? countText(unread, 'unread email') : `More than ${MAX_COUNTED} unread emails`}</span>
    <button class="small">Mark all as read</button>
  </form>`;

/** Returns the number of emails that nobody opened; 1,000 if there are more than 999. */
export async function countUnreadMail({ db }: Pick<PageContext, 'db'>): Promise<number> {
  const unread = db
    .selectFrom('outbox')
    .select('seq')
    .where('is_read', '=', 0)
    .limit(MAX_COUNTED + 1);
  const { count } = await db
    .selectFrom(unread.as('unread'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the number of unread emails as a mark. */
export const unreadMark = (unread: number): Html =>
  html`<span class="unread-count">${unread <= MAX_COUNTED ? unread : `${MAX_COUNTED}+`}<span class="unseen"> unread</span></span>`;

/** Returns the page of an email, as HTML or as text, with the page that its link leads to. Marks it as read. */
export async function mailPage(pageContext: PageContext): Promise<PageContent> {
  const mail = await mailAt(pageContext);
  await markRead(mail, pageContext);
  const isText = pageContext.query.get('part') === 'text';
  return {
    title: mail.subject,
    body: html`
      ${facts([
        ['To', mail.to_email],
        ['Sent', time(mail.created_at)],
        ['Kind', kindText(mail.kind)],
        ['Payable', mail.payable_id === null ? null : linkTo(mail.payable_id)],
        ['Invitation', mail.invitation_id === null ? null : linkTo(mail.invitation_id)],
        ['Delivered', mail.bounced === 1 ? badge('bounced') : null],
        ['Link', mail.url],
        ['Invitation token', mail.token],
      ])}
      <div class="mail-bar">${leadButton(mail)}
        <nav class="parts" aria-label="Parts of the email">
          ${partLink(mail, 'HTML', '', !isText)} ${partLink(mail, 'Text', '?part=text', isText)}
        </nav>
      </div>
      ${isText ? textPart(mail) : htmlPart(mail)}
      ${await neighbors(mail, pageContext)}`,
  };
}

/**
 * Returns the email of a page.
 *
 * @throws {ApiError} 404
 */
export async function mailAt({ db, params }: Pick<PageContext, 'db' | 'params'>): Promise<Mail> {
  const id = params['id'] ?? '';
  const mail = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) throw createNotFoundError('email', id);
  return mail;
}

async function markRead({ id, is_read }: Mail, { engine }: PageContext): Promise<void> {
  if (is_read === 1) return;
  await engine.transact(({ db }) =>
    db.updateTable('outbox').set({ is_read: 1 }).where('id', '=', id).execute(),
  );
}

/** Returns a button that leads where the email does: to its link, or to the page of what it is about. */
function leadButton(mail: Mail): Html {
  const { url, payable_id, invitation_id } = mail;
  if (isWebAddress(url)) {
    const label = readLetter(mail).action?.label ?? 'Open the link';
    return html`<a class="button primary" href="${url}" rel="noreferrer">${label}</a>`;
  }
  const path = resourcePathOf(payable_id ?? invitation_id ?? '');
  const thing = payable_id === null ? 'invitation' : 'payable';
  return path === undefined
    ? html``
    : html`<a class="button primary" href="${path}">Open the ${thing}</a>`;
}

const isWebAddress = (url: string | null): url is string => /^https?:\/\//.test(url ?? '');

const partLink = ({ id }: Mail, name: string, query: string, isCurrent: boolean): Html =>
  html`<a href="${pathOf(id)}${query}"${isCurrent ? html` aria-current="page"` : ''}>${name}</a>`;

const pathOf = (id: string): string => `${INSPECTOR_PATH}/mail/${encodeURIComponent(id)}`;

const textPart = (mail: Mail): Html =>
  html`<pre class="letter">${letterText(readLetter(mail), mail.url)}</pre>`;

// The script makes it as high as its content.
const htmlPart = ({ id }: Mail): Html =>
  html`<iframe class="letter-frame" title="The email" height="640" src="${pathOf(id)}/html"
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
    ${newer ? html`<a href="${pathOf(newer.id)}" title="${newer.subject}">← Newer</a>` : html`<span></span>`}
    <a href="${INSPECTOR_PATH}/mail">All mail</a>
    ${older ? html`<a href="${pathOf(older.id)}" title="${older.subject}">Older →</a>` : html`<span></span>`}
  </nav>`;
}

/** Returns a list of emails with their first sentences. */
export const mailList = (mails: readonly Mail[]): Html =>
  mails.length === 0
    ? html`<p class="empty">No emails.</p>`
    : html`<ul class="inbox" role="list">${mails.map(mailItem)}</ul>`;

const mailItem = (mail: Mail): Html =>
  html`<li id="${mail.id}"${mail.is_read === 1 ? '' : html` class="unread"`}><a href="${pathOf(mail.id)}">
    <span class="to">${mail.is_read === 1 ? '' : html`<span class="unseen">Unread, </span>`}<span class="unseen">to </span>${mail.to_email}</span>
    <span class="what"><span class="subject">${mail.subject}</span>${mail.bounced === 1 ? html` ${badge('bounced')}` : ''}
      <span class="preview">${readLetter(mail).opening}</span></span>
    ${time(mail.created_at)}
  </a></li>`;
