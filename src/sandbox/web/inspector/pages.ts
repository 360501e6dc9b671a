/** The pages of the inspector: their paths, their names in the navigation, and what draws them. */

import { INSPECTOR_PATH } from '../page-paths.ts';
import { integrationPage, integrationsPage } from './accounting.ts';
import { bankAccountPage } from './bank-account.ts';
import { businessPage } from './business.ts';
import { businessesPage } from './businesses.ts';
import { connectionPage, connectionsPage } from './connections.ts';
import { deliveriesPage } from './deliveries.ts';
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

export type DrawPage = (pageContext: PageContext) => Promise<PageContent | PageRedirect>;

const navGroups = ['Money', 'Traffic', 'People', 'Setup'] as const;
type NavGroup = (typeof navGroups)[number];

/** A list, and the page of each of its records. */
interface Pages {
  /** The path of the list below the inspector. */
  readonly page: string;
  /** The name in the navigation, and the group of it; pages without one are reached from others. */
  readonly name?: string;
  readonly group?: NavGroup;
  readonly list?: DrawPage;
  readonly record?: DrawPage;
  /** The records: the prefix of their ids, and their table. */
  readonly of?: Omit<ResourceKind, 'page'>;
}

const pages: readonly Pages[] = [
  {
    ...{
      page: 'businesses',
      name: 'Businesses',
      group: 'People',
      list: businessesPage,
      record: businessPage,
    },
    of: { prefix: 'biz_', table: 'businesses' },
  },
  {
    ...{
      page: 'payables',
      name: 'Payables',
      group: 'Money',
      list: payablesPage,
      record: payablePage,
    },
    of: { prefix: 'pay_', table: 'payables' },
  },
  {
    ...{
      page: 'payments',
      name: 'Payments',
      group: 'Money',
      list: paymentsPage,
      record: paymentPage,
    },
    of: { prefix: 'pmt_', table: 'payments' },
  },
  {
    ...{
      page: 'withdrawals',
      name: 'Withdrawals',
      group: 'Money',
      list: withdrawalsPage,
      record: withdrawalPage,
    },
    of: { prefix: 'wd_', table: 'withdrawals' },
  },
  { page: 'ledger', name: 'Ledger', group: 'Money', list: ledgerPage, record: accountPage },
  {
    ...{ page: 'mail', name: 'Mail', group: 'Traffic', list: mailsPage, record: mailPage },
    of: { prefix: 'mail_', table: 'outbox' },
  },
  {
    ...{ page: 'events', name: 'Events', group: 'Traffic', list: eventsPage, record: eventPage },
    of: { prefix: 'evt_', table: 'events' },
  },
  { page: 'deliveries', name: 'Deliveries', group: 'Traffic', list: deliveriesPage },
  { page: 'requests', name: 'Requests', group: 'Traffic', list: requestsPage, record: requestPage },
  {
    ...{
      page: 'connections',
      name: 'Connections',
      group: 'People',
      list: connectionsPage,
      record: connectionPage,
    },
    of: { prefix: 'conn_', table: 'connections' },
  },
  {
    ...{ page: 'users', name: 'Users', group: 'People', list: usersPage, record: userPage },
    of: { prefix: 'usr_', table: 'users' },
  },
  {
    ...{
      page: 'accounting',
      name: 'Accounting',
      group: 'Setup',
      list: integrationsPage,
      record: integrationPage,
    },
    of: { prefix: 'acctint_', table: 'accounting_integrations' },
  },
  { page: 'faults', name: 'Faults', group: 'Setup', list: faultsPage },
  { page: 'settings', name: 'Settings', group: 'Setup', list: settingsPage },
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

export const resourceKinds: readonly ResourceKind[] = pages.flatMap(({ page, of }) =>
  of ? [{ page, ...of }] : [],
);

export interface NavLink {
  readonly path: string;
  readonly name: string;
}

/** The links of the navigation by group; that of the overview is in none. */
export const navigation: readonly (readonly [group: string, links: readonly NavLink[]])[] = [
  ['', [{ path: '/sandbox', name: 'Overview' }]],
  ...navGroups.map((name) => [name, linksOf(name)] as const),
];

function linksOf(name: NavGroup): readonly NavLink[] {
  return pages.flatMap(({ page, group, name: label }) =>
    group === name && label ? [{ path: `${INSPECTOR_PATH}/${page}`, name: label }] : [],
  );
}

export const routes: readonly (readonly [path: string, draw: DrawPage])[] = [
  ['/sandbox', overviewPage],
  ...pages.flatMap(({ page, list, record }) => [
    ...(list ? [[`${INSPECTOR_PATH}/${page}`, list] as const] : []),
    ...(record ? [[`${INSPECTOR_PATH}/${page}/{id}`, record] as const] : []),
  ]),
];
