/** Withdrawals in the inspector. */

import type { Row } from '../../database/tables.ts';
import { canTransitionWithdrawal, type WithdrawalTransition } from '../../withdrawal/rules.ts';
import { badge, money } from '../format.ts';
import { html } from '../html.ts';
import { withdrawalBanner } from './failure-banner.ts';
import { entryTable, readEntriesAbout } from './ledger-entries.ts';
import { field, type TableSpec } from './shapes/field.ts';
import { listPage, rowsIn } from './shapes/list-page.ts';
import { type NumberedRow, recordAt } from './shapes/read-rows.ts';
import { factsSection, pageSection, recordPage, tableSection } from './shapes/record-page.ts';
import { type ManualStep, stepForms, timeline } from './timeline.ts';

export const withdrawalTable: TableSpec<Row<'withdrawals'>> = {
  caption: 'Withdrawals',
  fields: [
    field.link('Withdrawal', 'id', 'name'),
    { label: 'Status', value: (row) => html`${badge(row.status)} ${row.failure_code}` },
    field.amount('Amount', 'cents'),
    field.business('Business', 'business_id'),
    field.moment('Arrives', 'settle_at'),
    field.moment('Created', 'created_at'),
  ],
  empty: html`No withdrawals. Withdraw with <code class="command">remit business withdraw</code>`,
};

/** Returns the page of all withdrawals, newest first. */
export const withdrawalsPage = listPage<NumberedRow<'withdrawals'>>({
  title: 'Withdrawals',
  read: rowsIn('withdrawals'),
  table: withdrawalTable,
});

const steps: readonly (ManualStep & { readonly step: WithdrawalTransition })[] = [
  { step: 'submit', label: 'Submit' },
  { step: 'complete', label: 'Complete' },
  { step: 'fail', label: 'Fail', codesOf: 'credit' },
  { step: 'return', label: 'Return', codesOf: 'credit' },
];

/** Returns the page of a withdrawal: why it failed, possible transitions, timeline, details and ledger entries. */
export const withdrawalPage = recordPage<Row<'withdrawals'>>({
  read: (pageContext) => recordAt(pageContext, 'withdrawals'),
  title: ({ cents }) => `Withdrawal of ${money(cents)}`,
  sections: [
    withdrawalBanner,
    ({ id, status }, pageContext) =>
      stepForms(
        pageContext,
        `withdrawals/${id}`,
        steps.filter(({ step }) => canTransitionWithdrawal(step, status)),
      ),
    pageSection('Timeline', ({ id }, pageContext) => timeline(pageContext, id)),
    pageSection(
      'Details',
      factsSection([
        field.business('Business', 'business_id'),
        field.link('Bank account', 'funding_source_id'),
      ]),
    ),
    tableSection(entryTable, ({ id }, pageContext) => readEntriesAbout(id, pageContext)),
  ],
});
