/** Users in the inspector. */

import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { time } from '../format.ts';
import { html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { businessTable, readBusinesses } from './businesses.ts';
import { idText, linkTo, type PageContent, type PageContext } from './page-context.ts';
import { pager, readSeqPage, readTablePage } from './pagination.ts';

/** Returns the page of the users of all accounts, newest first. */
export async function usersPage(pageContext: PageContext): Promise<PageContent> {
  const page = await readTablePage(pageContext, 'users');
  return {
    title: 'Users',
    body: html`${table('Users', userColumns, page.rows, 'None.')} ${pager(pageContext.url, page)}`,
  };
}

/** Returns the page of a user: role, account and its businesses. */
export async function userPage(pageContext: PageContext): Promise<PageContent> {
  const { db, params } = pageContext;
  const id = params['id'] ?? '';
  const user = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .selectAll('users')
    .select('accounts.name as account_name')
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!user) throw createNotFoundError('user', id);
  const businesses = await readSeqPage(pageContext.query, (range) =>
    readBusinesses(pageContext, range, user.account_id),
  );
  return {
    title: `${user.first_name} ${user.last_name}`,
    body: html`
      <p class="lead">${idText(id)}</p>
      ${facts([
        ['Email', user.email],
        ['Role', user.role],
        ['Account', html`${user.account_name} ${idText(user.account_id)}`],
        ['Created', time(user.created_at)],
      ])}
      <h2>Businesses of the account</h2>
      ${await businessTable(pageContext, businesses.rows)} ${pager(pageContext.url, businesses)}`,
  };
}

/** The columns of tables of users. */
export const userColumns: readonly TableColumn<Row<'users'>>[] = [
  {
    label: 'User',
    kind: 'name',
    cell: ({ id, first_name, last_name }) => linkTo(id, `${first_name} ${last_name}`),
  },
  { label: 'Email', kind: 'text', cell: ({ email }) => email },
  { label: 'Role', cell: ({ role }) => role },
  { label: 'Id', cell: ({ id }) => linkTo(id) },
];
