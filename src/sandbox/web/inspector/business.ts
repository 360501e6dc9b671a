/** The page of a business in the inspector. */

import type { Row } from '../../database/tables.ts';
import { availableOf, pendingOf, withdrawingOf } from '../../ledger/accounts.ts';
import { balanceOf } from '../../ledger/balance.ts';
import { facts } from '../facts.ts';
import { badge, emptyMark, money, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { decision } from './businesses.ts';
import { balanceChart } from './charts/balance-chart.ts';
import { connectionTable } from './connections.ts';
import { accountBalanceField, accountNameField } from './ledger-entries.ts';
import { buttonForm, type PageContext } from './page-context.ts';
import { payableTable } from './payables.ts';
import { paymentTable } from './payments.ts';
import { equals, sidesOf } from './shapes/condition.ts';
import { field, type NamedContext, recordTable, type TableSpec } from './shapes/field.ts';
import { newest } from './shapes/pagination.ts';
import { readRows, recordAt, rowsWith } from './shapes/read-rows.ts';
import { pageSection, type RecordSection, recordPage, tableSection } from './shapes/record-page.ts';
import { userTable } from './users.ts';
import { withdrawalTable } from './withdrawals.ts';

type Business = Row<'businesses'>;
type Bank = Row<'bank_accounts'>;

/** Rows of each list; a link leads to the others. */
const MAX_SHOWN = 3;

const bankTable: TableSpec<Bank> = {
  caption: 'Bank accounts',
  fields: [
    {
      ...{ label: 'Account', kind: 'name' },
      value: ({ name, bank_name, last4 }) =>
        html`${name} <span class="faint">${bank_name} ··${last4}</span>`,
    },
    field.status,
    { label: 'Default', value: ({ is_default }) => (is_default === 1 ? 'yes' : null) },
    field.text('Behaves', 'behavior'),
    { label: 'Micro-deposits', value: microDeposits },
    field.link('Id', 'id'),
  ],
  empty: html`No bank accounts. Link one with <code class="command">remit bank link</code>`,
};

/**
 * Returns the amounts of the micro-deposits, which otherwise only a bank statement shows, and a button that posts them.
 */
function microDeposits(
  { id, micro_status, micro_cents_1, micro_cents_2 }: Bank,
  view: NamedContext,
): Html | null {
  if (micro_status === null) return null;
  const button = html`<button class="small">Post now</button>`;
  const isPending = micro_status === 'pending';
  return html`${micro_status} ${money(micro_cents_1 ?? 0)} and ${money(micro_cents_2 ?? 0)}
    ${isPending ? buttonForm(view, `bank-accounts/${id}/micro-deposits/advance`, button) : ''}`;
}

/** Returns the page of a business: balance, requirements of its review, bank accounts, and the newest of its records. */
export const businessPage = recordPage<Business>({
  read: (pageContext) => recordAt(pageContext, 'businesses'),
  title: ({ name }) => name,
  sections: [
    (business, pageContext) =>
      html`<div class="steps">${decision(pageContext, business) ?? emptyMark}</div>`,
    balanceFacts,
    ({ id }, pageContext) => balanceChart(id, pageContext),
    tableSection(bankTable, ({ id }, pageContext) =>
      rowsWith(pageContext, 'bank_accounts', ['business_id', id], { order: 'created_at' }),
    ),
    pageSection('Payables', newestOf('payables', payableTable)),
    pageSection('Payments', newestOf('payments', paymentTable)),
    tableSection(
      withdrawalTable,
      ({ id }, pageContext) =>
        readRows(pageContext, 'withdrawals', newest(MAX_SHOWN), {
          conditions: [equals('business_id', id)],
        }),
      'Newest withdrawals',
    ),
    tableSection(
      {
        caption: 'Ledger accounts',
        fields: [accountNameField, accountBalanceField],
        empty: 'No money has moved yet.',
      },
      ledgerAccountsOf,
    ),
    tableSection(
      connectionTable,
      ({ id }, pageContext) =>
        readRows(pageContext, 'connections', newest(MAX_SHOWN), {
          sides: [[equals('inviter_id', id)], [equals('invitee_id', id)]],
        }),
      'Newest connections',
    ),
    tableSection({ ...userTable, caption: 'Members' }, ({ account_id }, pageContext) =>
      rowsWith(pageContext, 'users', ['account_id', account_id], {
        ...{ order: 'created_at', limit: 100 },
      }),
    ),
    pageSection('Links', linkFacts),
  ],
});

async function balanceFacts(business: Business, { db }: PageContext): Promise<Html> {
  const { available, pending, withdrawing, total } = await balanceOf(db, business.id);
  return facts([
    ['Available', money(available)],
    ['Pending', money(pending)],
    ['Withdrawing', money(withdrawing)],
    ['Total', money(total)],
    ['Type', business.type],
    ['Alias', business.alias],
    ['Required actions', JSON.parse(business.required_actions).join(', ')],
    ['Created', time(business.created_at)],
  ]);
}

/** Returns the section of the newest payables or payments of a business, with a link to all of them. */
function newestOf<Table extends 'payables' | 'payments'>(
  list: Table,
  table: TableSpec<Row<Table>>,
): RecordSection<Business> {
  return async ({ id }, pageContext) => {
    const filter = { sides: sidesOf(id) };
    const rows = await readRows(pageContext, list, newest(MAX_SHOWN), filter);
    const all = html`<p><a href="${INSPECTOR_PATH}/${list}?business=${encodeURIComponent(id)}">All ${list} of this business</a></p>`;
    return html`${await recordTable(pageContext, table, rows)} ${rows.length < MAX_SHOWN ? '' : all}`;
  };
}

function ledgerAccountsOf(
  { id }: Business,
  { db }: PageContext,
): Promise<Row<'ledger_accounts'>[]> {
  return db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('name', 'in', [pendingOf(id), availableOf(id), withdrawingOf(id)])
    .orderBy('name')
    .execute();
}

async function linkFacts(business: Business, pageContext: PageContext): Promise<Html> {
  const [link] = await rowsWith(pageContext, 'pay_me_links', ['business_id', business.id]);
  const { public_invite_token: invite, public_invite_enabled } = business;
  return facts([
    ['Pay-me link', link ? linkState(link.enabled, `/pay-me/${link.token}`) : emptyMark],
    ['Smallest amount', link?.min_cents ? money(link.min_cents) : null],
    ['Largest amount', link?.max_cents ? money(link.max_cents) : null],
    [
      'Public invitation',
      invite === null ? emptyMark : linkState(public_invite_enabled, `/invite/${invite}`),
    ],
  ]);
}

const linkState = (isEnabled: number, path: string): Html =>
  isEnabled === 1 ? html`${badge('enabled')} <a href="${path}">${path}</a>` : badge('disabled');
