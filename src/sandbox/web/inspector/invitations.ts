/** Invitations in the inspector. */

import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { badge, time } from '../format.ts';
import { html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { idText, linkTo, namesOf, type PageContent, type PageContext } from './page-context.ts';
import { pager, readTablePage } from './pagination.ts';

type Invitation = Row<'invitations'>;

/** Returns the page of all invitations, newest first. */
export async function invitationsPage(pageContext: PageContext): Promise<PageContent> {
  const { url } = pageContext;
  const page = await readTablePage(pageContext, 'invitations');
  const ids = page.rows.map(({ business_id }) => business_id);
  const columns = columnsFor(await namesOf(ids, pageContext));
  return {
    title: 'Invitations',
    body: html`${table('Invitations', columns, page.rows, 'None.')} ${pager(url, page)}`,
  };
}

/** Returns the page of an invitation. */
export async function invitationPage(pageContext: PageContext): Promise<PageContent> {
  const { db, params } = pageContext;
  const id = params['id'] ?? '';
  const invitation = await db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!invitation) throw createNotFoundError('invitation', id);
  const { business_id, receiver_id, connection_id, responded_at } = invitation;
  const nameOf = await namesOf([business_id, receiver_id], pageContext);
  return {
    title: `Invitation to ${invitation.email}`,
    body: html`
      <p class="lead">${badge(invitation.status)} ${idText(id)}</p>
      ${facts([
        ['From', linkTo(business_id, nameOf(business_id))],
        ['Kind', invitation.kind],
        ['Alias', invitation.alias_name],
        ['Receiver', receiver_id === null ? null : linkTo(receiver_id, nameOf(receiver_id))],
        ['Connection', connection_id === null ? null : linkTo(connection_id)],
        ['Sent', time(invitation.sent_at)],
        ['Sent again', invitation.resend_count === 0 ? null : `${invitation.resend_count} times`],
        ['Expires', time(invitation.expires_at)],
        ['Answered', responded_at === null ? null : time(responded_at)],
      ])}`,
  };
}

const columnsFor = (nameOf: (id: string | null) => string): readonly TableColumn<Invitation>[] => [
  { label: 'To', kind: 'name', cell: ({ id, email }) => linkTo(id, email) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  {
    label: 'From',
    kind: 'text',
    cell: ({ business_id }) => linkTo(business_id, nameOf(business_id)),
  },
  { label: 'Sent', cell: ({ sent_at }) => time(sent_at) },
  { label: 'Id', cell: ({ id }) => linkTo(id) },
];
