/** Connections between businesses in the inspector. */

import type { Row } from '../../database/tables.ts';
import { emptyMark, money } from '../format.ts';
import { html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { namesOf } from './page-context.ts';
import { payableTable } from './payables.ts';
import { equals } from './shapes/condition.ts';
import { field, type RecordField, type TableSpec } from './shapes/field.ts';
import { listPage, rowsIn } from './shapes/list-page.ts';
import { newest } from './shapes/pagination.ts';
import { type NumberedRow, readRows, recordAt, rowsWith } from './shapes/read-rows.ts';
import { factsSection, recordPage, tableSection } from './shapes/record-page.ts';

type Connection = Row<'connections'>;

const invitee = field.business('Accepted by', 'invitee_id');
const acceptedBy: RecordField<Connection> = {
  ...invitee,
  value: (row, view) => invitee.value(row, view) ?? emptyMark,
};

/** The table of connections. */
export const connectionTable: TableSpec<Connection> = {
  caption: 'Connections',
  fields: [
    field.link('Connection', 'id', 'name'),
    field.status,
    field.business('Invited by', 'inviter_id'),
    acceptedBy,
    field.moment('Created', 'created_at'),
  ],
  empty: html`No connections. Invite a business with <code class="command">remit invite send</code>`,
};

/** Returns the page of all connections, newest first. */
export const connectionsPage = listPage<NumberedRow<'connections'>>({
  title: 'Connections',
  read: rowsIn('connections'),
  table: connectionTable,
  above: () => html`<p><a href="${INSPECTOR_PATH}/invitations">Invitations</a></p>`,
});

const sidesIn = ({ inviter_id, invitee_id }: Connection): readonly string[] =>
  [inviter_id, invitee_id].filter((side) => side !== null);

const sideTable: TableSpec<Row<'connection_sides'>> = {
  caption: 'Settings',
  fields: [
    { ...field.business('Business', 'business_id'), kind: 'name' },
    field.text('Alias', 'alias', 'text'),
    { label: 'Tags', kind: 'text', value: ({ tag_ids }) => JSON.parse(tag_ids).join(', ') },
    {
      label: 'Net terms',
      value: ({ net_terms }) => (net_terms === null ? null : `${net_terms} days`),
    },
    { label: 'Auto-approval', value: autoApproval },
  ],
  empty: 'None.',
};

/** Returns the page of a connection: both sides with their settings, and the newest payables. */
export const connectionPage = recordPage<Connection>({
  read: (pageContext) => recordAt(pageContext, 'connections'),
  async title(connection, pageContext) {
    const sides = sidesIn(connection);
    return sides.map(await namesOf(sides, pageContext)).join(' and ');
  },
  sections: [
    factsSection([
      field.business('Invited by', 'inviter_id'),
      acceptedBy,
      field.link('Invitation', 'invitation_id'),
      field.moment('Created', 'created_at'),
      field.moment('Active', 'activated_at'),
      field.moment('Archived', 'archived_at'),
    ]),
    tableSection(
      sideTable,
      ({ id }, pageContext) => rowsWith(pageContext, 'connection_sides', ['connection_id', id]),
      'Settings of each side',
    ),
    tableSection(
      payableTable,
      (connection, pageContext) =>
        readRows(pageContext, 'payables', newest(10), {
          // The index of a connection's payables begins with one of its sides.
          sides: sidesIn(connection).map((side) => [
            equals('connection_id', connection.id),
            equals('payee_id', side),
          ]),
        }),
      'Newest payables',
    ),
  ],
});

function autoApproval({ auto_approve, auto_approve_max_cents }: Row<'connection_sides'>): string {
  if (auto_approve === 0) return 'off';
  return auto_approve_max_cents === null ? 'on' : `up to ${money(auto_approve_max_cents)}`;
}
