/** The outbox in the inspector. */

import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { badge, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { linkTo, type PageContent, type PageContext } from './page-context.ts';
import { pager, readSeqPage, type SeqRange } from './pagination.ts';

type Mail = Row<'outbox'>;

/** Returns the page of emails that a real service would have sent, newest first. */
export async function mailsPage(pageContext: PageContext): Promise<PageContent> {
  const page = await readSeqPage(pageContext.query, (range) => readMails(pageContext, range));
  return {
    title: 'Mail',
    body: html`<p class="lead">Emails that a real service would have sent. Nothing leaves this machine.</p>
      ${mailTable(page.rows)} ${pager(pageContext.url, page)}`,
  };
}

/** Returns the page of an email with its links. */
export async function mailPage({ db, params }: PageContext): Promise<PageContent> {
  const id = params['id'] ?? '';
  const mail = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) throw createNotFoundError('email', id);
  return {
    title: mail.subject,
    body: html`
      ${facts([
        ['To', mail.to_email],
        ['Kind', mail.kind.replaceAll('_', ' ')],
        ['Sent', time(mail.created_at)],
        ['Payable', mail.payable_id === null ? null : linkTo(mail.payable_id)],
        ['Invitation', mail.invitation_id === null ? null : linkTo(mail.invitation_id)],
        ['Delivered', mail.bounced === 1 ? badge('bounced') : 'yes'],
        [
          'Link',
          isWebAddress(mail.url)
            ? html`<a href="${mail.url}" rel="noreferrer">${mail.url}</a>`
            : mail.url,
        ],
        ['Invitation token', mail.token],
      ])}
      <article class="letter">${mail.text}</article>`,
  };
}

/** Returns a table of emails. */
export const mailTable = (mails: readonly Mail[]): Html =>
  table('Emails', columns, mails, 'No emails yet.');

const readMails = ({ db }: PageContext, { side, seq, order, limit }: SeqRange): Promise<Mail[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('seq', side, seq)
    .orderBy('seq', order)
    .limit(limit)
    .execute();

const isWebAddress = (url: string | null): url is string => /^https?:\/\//.test(url ?? '');

const columns: readonly TableColumn<Mail>[] = [
  {
    label: 'Subject',
    kind: 'name',
    cell: ({ id, subject }) =>
      html`<a href="${INSPECTOR_PATH}/mail/${encodeURIComponent(id)}">${subject}</a>`,
  },
  { label: 'To', kind: 'text', cell: ({ to_email }) => to_email },
  { label: 'Kind', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { label: 'About', cell: ({ payable_id, invitation_id }) => linkTo(payable_id ?? invitation_id) },
  {
    label: 'Sent',
    cell: ({ created_at, bounced }) =>
      html`${time(created_at)} ${bounced === 1 ? badge('bounced') : ''}`,
  },
];
