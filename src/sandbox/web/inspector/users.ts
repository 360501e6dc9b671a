/** Users in the inspector. */

import { rowAt } from '../../database/rows.ts';
import type { Row } from '../../database/tables.ts';
import { facts } from '../facts.ts';
import { time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { businessTable } from './businesses.ts';
import { idText, type PageContext } from './page-context.ts';
import { equals } from './shapes/condition.ts';
import { field, type TableSpec } from './shapes/field.ts';
import { listPage, rowsIn } from './shapes/list-page.ts';
import { pager, readPage } from './shapes/pagination.ts';
import { type NumberedRow, readRows, recordAt } from './shapes/read-rows.ts';
import { pageSection, recordPage } from './shapes/record-page.ts';

type User = Row<'users'>;

const nameOf = ({ first_name, last_name }: User): string => `${first_name} ${last_name}`;

export const userTable: TableSpec<User> = {
  caption: 'Users',
  fields: [
    field.title('User', nameOf),
    field.text('Email', 'email', 'text'),
    field.text('Role', 'role'),
    field.link('Id', 'id'),
  ],
  empty: html`No users. Create one with <code class="command">remit sandbox user create</code>`,
};

/** Returns the page of the users of all accounts, newest first. */
export const usersPage = listPage<NumberedRow<'users'>>({
  title: 'Users',
  read: rowsIn('users'),
  table: userTable,
});

/** Returns the page of a user: role, account and its businesses. */
export const userPage = recordPage<User>({
  read: (pageContext) => recordAt(pageContext, 'users'),
  title: nameOf,
  sections: [accountFacts, pageSection('Businesses of the account', businesses)],
});

async function accountFacts(user: User, pageContext: PageContext): Promise<Html> {
  const account = await rowAt(pageContext.db, 'accounts', user.account_id);
  return facts([
    ['Email', user.email],
    ['Role', user.role],
    ['Account', html`${account.name} ${idText(user.account_id)}`],
    ['Created', time(user.created_at)],
  ]);
}

async function businesses({ account_id }: User, pageContext: PageContext): Promise<Html> {
  const filter = { conditions: [equals('account_id', account_id)] };
  const page = await readPage(pageContext.query, (range) =>
    readRows(pageContext, 'businesses', range, filter),
  );
  return html`${await businessTable(pageContext, page.rows)} ${pager(pageContext.url, page)}`;
}
