/** Connections between businesses in the inspector. */

import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { badge, money, textOrEmptyMark, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { equals } from './lists/condition.ts';
import { readRows } from './lists/read-rows.ts';
import { idText, linkTo, namesOf, type PageContent, type PageContext } from './page-context.ts';
import { newest, pager, readTablePage } from './pagination.ts';
import { payableTable } from './payables.ts';

type Connection = Row<'connections'>;

/** Payables on the page of a connection. */
const MAX_SHOWN = 10;
/** Connections on the page of a business. */
export const MAX_OF_BUSINESS = 4;

/** Returns the page of all connections, newest first. */
export async function connectionsPage(pageContext: PageContext): Promise<PageContent> {
  const { url } = pageContext;
  const page = await readTablePage(pageContext, 'connections');
  return {
    title: 'Connections',
    body: html`<p><a href="${INSPECTOR_PATH}/invitations">Invitations</a></p>
      ${await connectionTable(pageContext, page.rows)} ${pager(url, page)}`,
  };
}

/** Returns the page of a connection: both sides with their settings, and the newest payables. */
export async function connectionPage(pageContext: PageContext): Promise<PageContent> {
  const { db, params } = pageContext;
  const id = params['id'] ?? '';
  const connection = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!connection) throw createNotFoundError('connection', id);
  const sides = [connection.inviter_id, connection.invitee_id].filter((side) => side !== null);
  const nameOf = await namesOf(sides, pageContext);
  const filter = {
    // The index of a connection's payables begins with one of its sides.
    sides: sides.map((side) => [equals('connection_id', id), equals('payee_id', side)]),
    conditions: [],
  };
  const payables = await readRows(db, 'payables', filter, newest(MAX_SHOWN));
  const settings = await db
    .selectFrom('connection_sides')
    .selectAll()
    .where('connection_id', '=', id)
    .execute();
  return {
    title: sides.map(nameOf).join(' and '),
    body: html`
      <p class="lead">${badge(connection.status)} ${idText(id)}</p>
      ${facts([
        ['Invited by', linkTo(connection.inviter_id, nameOf(connection.inviter_id))],
        ['Accepted by', inviteeOf(connection, nameOf)],
        ['Invitation', connection.invitation_id === null ? null : linkTo(connection.invitation_id)],
        ['Created', time(connection.created_at)],
        ['Active', connection.activated_at === null ? null : time(connection.activated_at)],
        ['Archived', connection.archived_at === null ? null : time(connection.archived_at)],
      ])}
      <h2>Settings of each side</h2>
      ${table('Settings', sideColumns(nameOf), settings, 'None.')}
      <h2>Newest payables</h2>
      ${await payableTable(pageContext, payables)}`,
  };
}

/** Returns the newest connections of a business. */
export async function readConnectionsOf(
  businessId: string,
  { db }: PageContext,
): Promise<Connection[]> {
  const read = (side: 'inviter_id' | 'invitee_id') =>
    db
      .selectFrom('connections')
      .selectAll()
      .where(side, '=', businessId)
      .orderBy('created_at', 'desc')
      .limit(MAX_OF_BUSINESS)
      .execute();
  return [...(await read('inviter_id')), ...(await read('invitee_id'))]
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, MAX_OF_BUSINESS);
}

/** Returns a table of connections. */
export async function connectionTable(
  pageContext: PageContext,
  rows: readonly Connection[],
): Promise<Html> {
  const ids = rows.flatMap(({ inviter_id, invitee_id }) => [inviter_id, invitee_id]);
  return table('Connections', columnsFor(await namesOf(ids, pageContext)), rows, 'None.');
}

const columnsFor = (nameOf: (id: string | null) => string): readonly TableColumn<Connection>[] => [
  { label: 'Connection', kind: 'name', cell: ({ id }) => linkTo(id) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  {
    label: 'Invited by',
    kind: 'text',
    cell: ({ inviter_id }) => linkTo(inviter_id, nameOf(inviter_id)),
  },
  { label: 'Accepted by', kind: 'text', cell: (row) => inviteeOf(row, nameOf) },
  { label: 'Created', cell: ({ created_at }) => time(created_at) },
];

const inviteeOf = ({ invitee_id }: Connection, nameOf: (id: string | null) => string): Html =>
  invitee_id === null ? textOrEmptyMark(null) : linkTo(invitee_id, nameOf(invitee_id));

const sideColumns = (
  nameOf: (id: string | null) => string,
): readonly TableColumn<Row<'connection_sides'>>[] => [
  {
    label: 'Business',
    kind: 'name',
    cell: ({ business_id }) => linkTo(business_id, nameOf(business_id)),
  },
  { label: 'Alias', kind: 'text', cell: ({ alias }) => textOrEmptyMark(alias) },
  {
    label: 'Tags',
    kind: 'text',
    cell: ({ tag_ids }) => textOrEmptyMark(JSON.parse(tag_ids).join(', ')),
  },
  {
    label: 'Net terms',
    cell: ({ net_terms }) => textOrEmptyMark(net_terms === null ? null : `${net_terms} days`),
  },
  { label: 'Auto-approval', cell: autoApproval },
];

function autoApproval({ auto_approve, auto_approve_max_cents }: Row<'connection_sides'>): string {
  if (auto_approve === 0) return 'off';
  return auto_approve_max_cents === null ? 'on' : `up to ${money(auto_approve_max_cents)}`;
}
