/** The pages of the inspector: their paths, their names in the navigation, and what draws them. */

import { INSPECTOR_PATH } from '../page-paths.ts';
import { integrationPage, integrationsPage } from './accounting.ts';
import { bankAccountPage } from './bank-account.ts';
import { businessPage } from './business.ts';
import { businessesPage } from './businesses.ts';
import { connectionPage, connectionsPage } from './connections.ts';
import { eventPage, eventsPage } from './events.ts';
import { faultsPage } from './faults.ts';
import { invitationPage, invitationsPage } from './invitations.ts';
import { accountPage, ledgerPage } from './ledger.ts';
import { mailPage, mailsPage } from './mail.ts';
import { overviewPage } from './overview.ts';
import type { PageContent, PageContext, PageRedirect, ResourceKind } from './page-context.ts';
import { payablePage } from './payable.ts';
import { payablesPage } from './payables.ts';
import { paymentPage, paymentsPage } from './payments.ts';
import { requestPage, requestsPage } from './requests.ts';
import { searchPage } from './search.ts';
import { settingsPage } from './settings.ts';
import { userPage, usersPage } from './users.ts';
import { withdrawalPage, withdrawalsPage } from './withdrawals.ts';

/** Draws a page. */
export type DrawPage = (pageContext: PageContext) => Promise<PageContent | PageRedirect>;

/** A list, and the page of each of its records. */
interface Pages {
  /** The path of the list below the inspector. */
  readonly page: string;
  /** The name in the navigation; pages without one are reached from others. */
  readonly name?: string;
  readonly list?: DrawPage;
  /** The page of a record, below that of the list. */
  readonly record?: DrawPage;
  /** The records: the prefix of their ids, and their table. */
  readonly of?: Omit<ResourceKind, 'page'>;
}

const pages: readonly Pages[] = [
  {
    ...{ page: 'businesses', name: 'Businesses', list: businessesPage, record: businessPage },
    of: { prefix: 'biz_', table: 'businesses' },
  },
  {
    ...{ page: 'payables', name: 'Payables', list: payablesPage, record: payablePage },
    of: { prefix: 'pay_', table: 'payables' },
  },
  {
    ...{ page: 'payments', name: 'Payments', list: paymentsPage, record: paymentPage },
    of: { prefix: 'pmt_', table: 'payments' },
  },
  {
    ...{ page: 'withdrawals', name: 'Withdrawals', list: withdrawalsPage, record: withdrawalPage },
    of: { prefix: 'wd_', table: 'withdrawals' },
  },
  { page: 'ledger', name: 'Ledger', list: ledgerPage, record: accountPage },
  {
    ...{ page: 'mail', name: 'Mail', list: mailsPage, record: mailPage },
    of: { prefix: 'mail_', table: 'outbox' },
  },
  {
    ...{ page: 'events', name: 'Events', list: eventsPage, record: eventPage },
    of: { prefix: 'evt_', table: 'events' },
  },
  { page: 'requests', name: 'Requests', list: requestsPage, record: requestPage },
  {
    ...{ page: 'connections', name: 'Connections', list: connectionsPage, record: connectionPage },
    of: { prefix: 'conn_', table: 'connections' },
  },
  {
    ...{ page: 'users', name: 'Users', list: usersPage, record: userPage },
    of: { prefix: 'usr_', table: 'users' },
  },
  {
    ...{ page: 'accounting', name: 'Accounting', list: integrationsPage, record: integrationPage },
    of: { prefix: 'acctint_', table: 'accounting_integrations' },
  },
  { page: 'faults', name: 'Faults', list: faultsPage },
  { page: 'settings', name: 'Settings', list: settingsPage },
  { page: 'search', list: searchPage },
  {
    ...{ page: 'invitations', list: invitationsPage, record: invitationPage },
    of: { prefix: 'inv_', table: 'invitations' },
  },
  {
    ...{ page: 'bank-accounts', record: bankAccountPage },
    of: { prefix: 'fs_', table: 'bank_accounts' },
  },
];

/** The records that have a page. */
export const resourceKinds: readonly ResourceKind[] = pages.flatMap(({ page, of }) =>
  of ? [{ page, ...of }] : [],
);

/** The links of the navigation. */
export const navLinks: readonly { readonly path: string; readonly name: string }[] = [
  { path: '/sandbox', name: 'Overview' },
  ...pages.flatMap(({ page, name }) => (name ? [{ path: `${INSPECTOR_PATH}/${page}`, name }] : [])),
];

/** The pages by path. */
export const routes: readonly (readonly [path: string, draw: DrawPage])[] = [
  ['/sandbox', overviewPage],
  ...pages.flatMap(({ page, list, record }) => [
    ...(list ? [[`${INSPECTOR_PATH}/${page}`, list] as const] : []),
    ...(record ? [[`${INSPECTOR_PATH}/${page}/{id}`, record] as const] : []),
  ]),
];
