import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { balanceOf } from '../../ledger/balance.ts';
import { badge, emptyMark, money, textOrEmptyMark, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { businessActivity } from './business-activity.ts';
import { decisions } from './businesses.ts';
import { balanceChart } from './charts/balance-chart.ts';
import { formFields, idText, linkTo, type PageContent, type PageContext } from './page-context.ts';

type Business = Row<'businesses'>;
type Bank = Row<'bank_accounts'>;

/** Returns the page of a business: balance, requirements of its review, and bank accounts. */
export async function businessPage(pageContext: PageContext): Promise<PageContent> {
  const { db, params } = pageContext;
  const id = params['id'] ?? '';
  const business = await db
    .selectFrom('businesses')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!business) throw createNotFoundError('business', id);
  return {
    title: business.name,
    body: html`
      <p class="lead">${badge(business.status)} ${idText(id)}</p>
      <div class="steps">${decisions(pageContext, business)}</div>
      ${facts(await detailsOf(business, pageContext))}
      ${await balanceChart(id, pageContext)}
      <h2>Bank accounts</h2>
      ${table('Bank accounts', columnsFor(pageContext), await banksOf(id, pageContext), 'None.')}
      ${await businessActivity(pageContext, business)}`,
  };
}

async function detailsOf(
  { id, type, alias, required_actions, created_at }: Business,
  { db }: PageContext,
) {
  const { available, pending, withdrawing, total } = await balanceOf(db, id);
  const requiredFields: readonly string[] = JSON.parse(required_actions);
  return [
    ['Available', money(available)],
    ['Pending', money(pending)],
    ['Withdrawing', money(withdrawing)],
    ['Total', money(total)],
    ['Type', type],
    ['Alias', alias],
    ['Required actions', requiredFields.join(', ')],
    ['Created', time(created_at)],
  ] as const;
}

const banksOf = (businessId: string, { db }: PageContext): Promise<Bank[]> =>
  db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('created_at')
    .execute();

const columnsFor = (pageContext: PageContext): readonly TableColumn<Bank>[] => [
  {
    label: 'Account',
    kind: 'name',
    cell: ({ name, bank_name, last4 }) =>
      html`${name} <span class="faint">${bank_name} ··${last4}</span>`,
  },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Default', cell: ({ is_default }) => (is_default === 1 ? 'yes' : emptyMark) },
  { label: 'Behaves', cell: ({ behavior }) => textOrEmptyMark(behavior) },
  { label: 'Micro-deposits', cell: (account) => microDeposits(pageContext, account) },
  { label: 'Id', cell: ({ id }) => linkTo(id) },
];

/**
 * Returns the amounts of the micro-deposits, which otherwise only a bank statement shows, and a button that posts them.
 */
function microDeposits(
  pageContext: PageContext,
  { id, micro_status, micro_cents_1, micro_cents_2 }: Bank,
): Html {
  if (micro_status === null) return emptyMark;
  const amounts = html`${micro_status} ${money(micro_cents_1 ?? 0)} and ${money(micro_cents_2 ?? 0)}`;
  if (micro_status !== 'pending') return amounts;
  return html`${amounts}
    <form method="post" action="${INSPECTOR_PATH}/bank-accounts/${id}/micro-deposits/advance">
      ${formFields(pageContext)}<button class="small">Post now</button>
    </form>`;
}
