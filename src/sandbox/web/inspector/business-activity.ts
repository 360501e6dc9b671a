import type { Row } from '../../database/tables.ts';
import { availableOf, pendingOf, withdrawingOf } from '../../ledger/accounts.ts';
import { badge, money, textOrEmptyMark } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { connectionTable, MAX_OF_BUSINESS, readConnectionsOf } from './connections.ts';
import { accountLink, balanceText } from './ledger-entries.ts';
import { sidesOf } from './lists/business-filter.ts';
import { readRows } from './lists/read-rows.ts';
import type { PageContext } from './page-context.ts';
import { newest } from './pagination.ts';
import { payableTable } from './payables.ts';
import { paymentTable } from './payments.ts';
import { userColumns } from './users.ts';
import { readWithdrawals, withdrawalTable } from './withdrawals.ts';

/** Rows of each list; a link leads to the others. */
const MAX_SHOWN = 4;

/** Returns the parts of a business's page about its payables, payments, withdrawals, connections, members and links. */
export async function businessActivity(
  pageContext: PageContext,
  business: Row<'businesses'>,
): Promise<Html> {
  const { id } = business;
  const filter = { sides: sidesOf(id), conditions: [] };
  const range = newest(MAX_SHOWN);
  const payables = await readRows(pageContext.db, 'payables', filter, range);
  const payments = await readRows(pageContext.db, 'payments', filter, range);
  const connections = await readConnectionsOf(id, pageContext);
  return html`
    <h2>Payables</h2>
    ${await payableTable(pageContext, payables)} ${moreLink('payables', id, payables)}
    <h2>Payments</h2>
    ${await paymentTable(pageContext, payments)} ${moreLink('payments', id, payments)}
    <h2>Withdrawals</h2>
    ${await withdrawalTable(pageContext, await readWithdrawals(pageContext, range, id))}
    <h2>Ledger accounts</h2>
    ${await ledgerFacts(id, pageContext)}
    <h2>Connections</h2>
    ${await connectionTable(pageContext, connections)}
    ${connections.length < MAX_OF_BUSINESS ? '' : html`<p class="faint">The newest ${MAX_OF_BUSINESS}.</p>`}
    <h2>Members</h2>
    ${table('Members', userColumns, await membersOf(business, pageContext), 'None.')}
    <h2>Links</h2>
    ${await linkFacts(business, pageContext)}`;
}

const moreLink = (list: 'payables' | 'payments', id: string, rows: readonly unknown[]): Html =>
  rows.length < MAX_SHOWN
    ? html``
    : html`<p><a href="${INSPECTOR_PATH}/${list}?business=${encodeURIComponent(id)}">All ${list} of this business</a></p>`;

const membersOf = (
  { account_id }: Row<'businesses'>,
  { db }: PageContext,
): Promise<Row<'users'>[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', account_id)
    .orderBy('created_at')
    .limit(100)
    .execute();

async function ledgerFacts(id: string, { db }: PageContext): Promise<Html> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('name', 'in', [pendingOf(id), availableOf(id), withdrawingOf(id)])
    .orderBy('name')
    .execute();
  return table(
    'Ledger accounts',
    [
      { label: 'Account', kind: 'name', cell: ({ name }) => accountLink(name) },
      {
        label: 'Balance',
        kind: 'figure',
        cell: ({ cents, class: kind }) => balanceText(cents, kind),
      },
    ],
    rows,
    'No money has moved yet.',
  );
}

async function linkFacts(business: Row<'businesses'>, { db }: PageContext): Promise<Html> {
  const link = await db
    .selectFrom('pay_me_links')
    .selectAll()
    .where('business_id', '=', business.id)
    .executeTakeFirst();
  const invite = business.public_invite_token;
  return facts([
    [
      'Pay-me link',
      link ? linkState(link.enabled, `/pay-me/${link.token}`) : textOrEmptyMark(null),
    ],
    ['Smallest amount', link?.min_cents ? money(link.min_cents) : null],
    ['Largest amount', link?.max_cents ? money(link.max_cents) : null],
    [
      'Public invitation',
      invite === null
        ? textOrEmptyMark(null)
        : linkState(business.public_invite_enabled, `/invite/${invite}`),
    ],
  ]);
}

const linkState = (isEnabled: number, path: string): Html =>
  isEnabled === 1 ? html`${badge('enabled')} <a href="${path}">${path}</a>` : badge('disabled');
