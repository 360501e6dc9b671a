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
  /** The name in the navigation, which is also that of the path. */
  readonly name: string;
  /** Its group in the navigation; pages without one are reached from others. */
  readonly group?: NavGroup;
  readonly list?: DrawPage;
  readonly record?: DrawPage;
  /** The records: the prefix of their ids, and their table. */
  readonly of?: Omit<ResourceKind, 'page'>;
}

const pages: readonly Pages[] = [
  {
    ...{ name: 'Businesses', group: 'People', list: businessesPage, record: businessPage },
    of: { prefix: 'biz_', table: 'businesses' },
  },
  {
    ...{ name: 'Payables', group: 'Money', list: payablesPage, record: payablePage },
    of: { prefix: 'pay_', table: 'payables' },
  },
  {
    ...{ name: 'Payments', group: 'Money', list: paymentsPage, record: paymentPage },
    of: { prefix: 'pmt_', table: 'payments' },
  },
  {
    ...{ name: 'Withdrawals', group: 'Money', list: withdrawalsPage, record: withdrawalPage },
    of: { prefix: 'wd_', table: 'withdrawals' },
  },
  { name: 'Ledger', group: 'Money', list: ledgerPage, record: accountPage },
  {
    ...{ name: 'Mail', group: 'Traffic', list: mailsPage, record: mailPage },
    of: { prefix: 'mail_', table: 'outbox' },
  },
  {
    ...{ name: 'Events', group: 'Traffic', list: eventsPage, record: eventPage },
    of: { prefix: 'evt_', table: 'events' },
  },
  { name: 'Deliveries', group: 'Traffic', list: deliveriesPage },
  { name: 'Requests', group: 'Traffic', list: requestsPage, record: requestPage },
  {
    ...{ name: 'Connections', group: 'People', list: connectionsPage, record: connectionPage },
    of: { prefix: 'conn_', table: 'connections' },
  },
  {
    ...{ name: 'Users', group: 'People', list: usersPage, record: userPage },
    of: { prefix: 'usr_', table: 'users' },
  },
  {
    ...{ name: 'Accounting', group: 'Setup', list: integrationsPage, record: integrationPage },
    of: { prefix: 'acctint_', table: 'accounting_integrations' },
  },
  { name: 'Faults', group: 'Setup', list: faultsPage },
  { name: 'Settings', group: 'Setup', list: settingsPage },
  { name: 'Search', list: searchPage },
  {
    ...{ name: 'Invitations', list: invitationsPage, record: invitationPage },
    of: { prefix: 'inv_', table: 'invitations' },
  },
  {
    ...{ name: 'Bank accounts', record: bankAccountPage },
    of: { prefix: 'fs_', table: 'bank_accounts' },
  },
];

/** Returns the path of a list below the inspector. */
const segmentOf = ({ name }: Pages): string => name.toLowerCase().replace(' ', '-');

export const resourceKinds: readonly ResourceKind[] = pages.flatMap((it) =>
  it.of ? [{ page: segmentOf(it), ...it.of }] : [],
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

function linksOf(group: NavGroup): readonly NavLink[] {
  return pages
    .filter((it) => it.group === group)
    .map((it) => ({ path: `${INSPECTOR_PATH}/${segmentOf(it)}`, name: it.name }));
}

export const routes: readonly (readonly [path: string, draw: DrawPage])[] = [
  ['/sandbox', overviewPage],
  ...pages.flatMap(({ list, record, ...it }) => {
    const path = `${INSPECTOR_PATH}/${segmentOf(it)}`;
    return [
      ...(list ? [[path, list] as const] : []),
      ...(record ? [[`${path}/{id}`, record] as const] : []),
    ];
  }),
];
