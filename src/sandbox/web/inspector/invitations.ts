/** Invitations in the inspector. */

import type { Row } from '../../database/tables.ts';
import { html } from '../html.ts';
import { field } from './shapes/field.ts';
import { listPage, rowsIn } from './shapes/list-page.ts';
import { type NumberedRow, recordAt } from './shapes/read-rows.ts';
import { factsSection, recordPage } from './shapes/record-page.ts';

/** Returns the page of all invitations, newest first. */
export const invitationsPage = listPage<NumberedRow<'invitations'>>({
  title: 'Invitations',
  read: rowsIn('invitations'),
  table: {
    caption: 'Invitations',
    fields: [
      field.title('To', ({ email }) => email),
      field.status,
      field.business('From', 'business_id'),
      field.moment('Sent', 'sent_at'),
      field.link('Id', 'id'),
    ],
    empty: html`No invitations. Send one with <code class="command">remit invite send</code>`,
  },
});

export const invitationPage = recordPage<Row<'invitations'>>({
  read: (pageContext) => recordAt(pageContext, 'invitations'),
  title: ({ email }) => `Invitation to ${email}`,
  sections: [
    factsSection([
      field.business('From', 'business_id'),
      field.text('Kind', 'kind'),
      field.text('Alias', 'alias_name'),
      field.business('Receiver', 'receiver_id'),
      field.link('Connection', 'connection_id'),
      field.moment('Sent', 'sent_at'),
      {
        label: 'Sent again',
        value: ({ resend_count }) => (resend_count === 0 ? null : `${resend_count} times`),
      },
      field.moment('Expires', 'expires_at'),
      field.moment('Answered', 'responded_at'),
    ]),
  ],
});
