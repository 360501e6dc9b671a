/** Invitations in the inspector. */

import type { Row } from '../../database/tables.ts';
import { linkTo } from './page-context.ts';
import { businessField, linkField, momentField, statusField, textField } from './shapes/field.ts';
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
      { label: 'To', kind: 'name', value: ({ id, email }, view) => linkTo(id, view, email) },
      statusField,
      businessField('From', 'business_id'),
      momentField('Sent', 'sent_at'),
      linkField('Id', 'id'),
    ],
    empty: 'None.',
  },
});

/** Returns the page of an invitation. */
export const invitationPage = recordPage<Row<'invitations'>>({
  read: (pageContext) => recordAt(pageContext, 'invitations', 'invitation'),
  title: ({ email }) => `Invitation to ${email}`,
  sections: [
    factsSection([
      businessField('From', 'business_id'),
      textField('Kind', 'kind'),
      textField('Alias', 'alias_name'),
      businessField('Receiver', 'receiver_id'),
      linkField('Connection', 'connection_id'),
      momentField('Sent', 'sent_at'),
      {
        label: 'Sent again',
        value: ({ resend_count }) => (resend_count === 0 ? null : `${resend_count} times`),
      },
      momentField('Expires', 'expires_at'),
      momentField('Answered', 'responded_at'),
    ]),
  ],
});
