/** Withdrawals in the inspector. */

import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { canTransitionWithdrawal, type WithdrawalTransition } from '../../withdrawal/rules.ts';
import { badge, money, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { entryTable, readEntriesAbout } from './ledger-entries.ts';
import { idText, linkTo, namesOf, type PageContent, type PageContext } from './page-context.ts';
import { pager, readSeqPage, type SeqRange } from './pagination.ts';
import { type ManualStep, stepForms, timeline } from './timeline.ts';

type Withdrawal = Row<'withdrawals'>;

/** Returns the page of all withdrawals, newest first. */
export async function withdrawalsPage(pageContext: PageContext): Promise<PageContent> {
  const page = await readSeqPage(pageContext.query, (range) => readWithdrawals(pageContext, range));
  return {
    title: 'Withdrawals',
    body: html`${await withdrawalTable(pageContext, page.rows)}
      ${pager(pageContext.url, page)}`,
  };
}

/** Returns a table of withdrawals. */
export async function withdrawalTable(
  pageContext: PageContext,
  rows: readonly Withdrawal[],
): Promise<Html> {
  const ids = rows.map(({ business_id }) => business_id);
  return table('Withdrawals', columnsFor(await namesOf(ids, pageContext)), rows, 'None.');
}

/** Returns the page of a withdrawal: possible transitions, timeline, details and ledger entries. */
export async function withdrawalPage(pageContext: PageContext): Promise<PageContent> {
  const id = pageContext.params['id'] ?? '';
  const withdrawal = await pageContext.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!withdrawal) throw createNotFoundError('withdrawal', id);
  const { status, cents } = withdrawal;
  const possible = steps.filter(({ step }) => canTransitionWithdrawal(step, status));
  return {
    title: `Withdrawal of ${money(cents)}`,
    body: html`
      <p class="lead">${badge(status)} ${idText(id)}</p>
      ${stepForms(pageContext, `withdrawals/${id}`, possible)}
      <h2>Timeline</h2>
      ${await timeline(pageContext, id)}
      <h2>Details</h2>
      ${facts(await detailsOf(withdrawal, pageContext))}
      <h2>Ledger entries</h2>
      ${entryTable(await readEntriesAbout(id, pageContext))}`,
  };
}

/** Returns the withdrawals in a range of sequence numbers, of all businesses or one. */
export const readWithdrawals = (
  { db }: PageContext,
  { side, seq, order, limit }: SeqRange,
  businessId?: string,
): Promise<Withdrawal[]> =>
  db
    .selectFrom('withdrawals')
    .selectAll()
    .$if(businessId !== undefined, (query) => query.where('business_id', '=', businessId ?? ''))
    .where('seq', side, seq)
    .orderBy('seq', order)
    .limit(limit)
    .execute();

const columnsFor = (nameOf: (id: string | null) => string): readonly TableColumn<Withdrawal>[] => [
  { label: 'Withdrawal', kind: 'name', cell: ({ id }) => linkTo(id) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Amount', kind: 'figure', cell: ({ cents }) => money(cents) },
  {
    label: 'Business',
    kind: 'text',
    cell: ({ business_id }) => linkTo(business_id, nameOf(business_id)),
  },
  { label: 'Arrives', cell: ({ settle_at }) => time(settle_at) },
  { label: 'Created', cell: ({ created_at }) => time(created_at) },
];

const steps: readonly (ManualStep & { readonly step: WithdrawalTransition })[] = [
  { step: 'submit', label: 'Submit' },
  { step: 'complete', label: 'Complete' },
  { step: 'fail', label: 'Fail', needsCode: true },
];

async function detailsOf(withdrawal: Withdrawal, pageContext: PageContext) {
  const { business_id, funding_source_id, failure_code, failure_reason } = withdrawal;
  const nameOf = await namesOf([business_id], pageContext);
  return [
    ['Business', linkTo(business_id, nameOf(business_id))],
    ['Bank account', linkTo(funding_source_id)],
    ['Failure', [failure_code, failure_reason].filter((part) => part !== null).join(': ')],
  ] as const;
}
