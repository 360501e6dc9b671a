/** Payments in the inspector. */

import { type SqlBool, sql } from 'kysely';
import { PaymentStatus } from '../../../api/operations/pay.ts';
import { findRow } from '../../database/rows.ts';
import type { Row } from '../../database/tables.ts';
import { canTransitionPayment, type PaymentTransition } from '../../payment/rules.ts';
import { authorizationOf } from '../../public-api/authorization.ts';
import { badge, money, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { moneyWay } from './charts/money-way.ts';
import { failureBanner } from './failure-banner.ts';
import { entryTable, readEntriesAbout } from './ledger-entries.ts';
import { linkTo, type PageContext } from './page-context.ts';
import { payer, payerName } from './payables.ts';
import { equals, hasText, isNull, isValue, type ListCondition } from './shapes/condition.ts';
import { field, type RecordField, recordFacts, type TableSpec } from './shapes/field.ts';
import { businessFilter, choiceField, filterBy, rangeFilter } from './shapes/filter.ts';
import { listPage, moneyOrders, rowsIn } from './shapes/list-page.ts';
import { hrefWith, type ListUrl } from './shapes/pagination.ts';
import { countUpTo, type NumberedRow, recordAt } from './shapes/read-rows.ts';
import { factsSection, pageSection, recordPage, tableSection } from './shapes/record-page.ts';
import { type ManualStep, stepForms, timeline } from './timeline.ts';

type Payment = Row<'payments'>;

interface AuthorizedPayment extends Payment {
  /** The authorization of the debit; `undefined` of a payment that a seed made. */
  readonly authorization: Row<'debit_authorizations'> | undefined;
}

const statuses = PaymentStatus.options;

const kinds = [
  'payable',
  'quickPay',
  'paymentLink',
  'payMeLink',
] as const satisfies readonly Payment['kind'][];

export const paymentTable: TableSpec<Payment> = {
  caption: 'Payments',
  fields: [
    field.link('Payment', 'id', 'name'),
    { label: 'Status', value: (row) => html`${badge(row.status)} ${row.failure_code}` },
    { ...field.amount('Amount', 'cents'), order: 'cents' },
    payerName,
    field.business('Payee', 'payee_id'),
    { label: 'Settles', value: (row) => settlementOf(row) && time(settlementOf(row)) },
    { ...field.moment('Created', 'created_at'), order: 'seq' },
  ],
  empty: html`No payments. Pay approved payables with <code class="command">remit run plan</code>`,
};

/** Returns when a payment settled, or when it will; null for one that is held, or ended before. */
const settlementOf = ({ status, settle_at, completed_at }: Payment): string | null =>
  completed_at ?? (['HELD', 'FAILED', 'CANCELLED'].includes(status) ? null : settle_at);

/** Returns the page of payments with the filters and in the order of the query. */
export const paymentsPage = listPage<NumberedRow<'payments'>>({
  title: 'Payments',
  read: rowsIn('payments'),
  table: paymentTable,
  emptyFiltered: 'No results with these filters.',
  filters: [
    {
      ...filterBy(choiceField('status', 'Status', statuses), (it) => [equals('status', it)]),
      isLinked: true,
    },
    filterBy(choiceField('kind', 'Kind', kinds), kindConditions),
    businessFilter,
    rangeFilter('cents', 'amount', ['least', 'Amount from'], ['most', 'Amount to']),
  ],
  orders: moneyOrders,
  above: stateLinks,
});

/** Returns the conditions of a kind, with those that an index answers: quick payments have no payable, others of a link a receipt. */
function kindConditions(kind: string): readonly ListCondition[] {
  const isKind = isValue('kind', kind);
  if (kind === 'quickPay') return [isNull('payable_id'), isKind];
  return kind === 'payable' ? [isKind] : [hasText('receipt_id'), isKind];
}

/** Returns a link for each status with its number of payments, and one for all of them. */
async function stateLinks({ db }: PageContext, list: ListUrl): Promise<Html> {
  const chosen = list.filters.get('status') ?? '';
  const counts: (readonly [status: string, count: number])[] = [];
  for (const status of statuses) {
    const where = sql<SqlBool>`status = ${status}`;
    counts.push([status, await countUpTo(MAX_COUNTED + 1, { db }, 'payments', where)]);
  }
  const all = counts.reduce((sum, [, count]) => sum + Math.min(count, MAX_COUNTED), 0);
  const isMore = counts.some(([, count]) => count > MAX_COUNTED);
  const link = (status: string, count: string) =>
    html`<li><a href="${hrefWith(list, { status })}" ${status === chosen ? html`aria-current="true"` : ''}>
      <span>${count}</span> ${status || 'ALL'}</a></li>`;
  return html`<ul class="counts" aria-label="Payments by status">
    ${counts.map(([status, count]) => link(status, countText(Math.min(count, MAX_COUNTED), count > MAX_COUNTED)))}${link('', countText(all, isMore))}</ul>`;
}

/** Payments of a status are counted up to this. */
const MAX_COUNTED = 1000;

const countText = (count: number, isMore: boolean): string =>
  `${count.toLocaleString('en-US')}${isMore ? '+' : ''}`;

const steps: readonly (ManualStep & { readonly step: PaymentTransition })[] = [
  { step: 'submit', label: 'Submit' },
  { step: 'complete', label: 'Complete' },
  { step: 'hold', label: 'Hold' },
  { step: 'release', label: 'Release' },
  { step: 'reject', label: 'Reject' },
  { step: 'fail', label: 'Fail', codesOf: 'debit' },
  { step: 'return', label: 'Return', codesOf: 'debit' },
];

/** Returns the page of a payment: possible transitions, timeline, details and ledger entries. */
export const paymentPage = recordPage<AuthorizedPayment>({
  async read(pageContext) {
    const payment = await recordAt(pageContext, 'payments');
    return { ...payment, authorization: await authorizationOf(pageContext, payment.id) };
  },
  async title({ cents, payable_id, memo }, pageContext) {
    const payable = await findRow(pageContext.db, 'payables', payable_id);
    const subject = payable?.invoice_number ?? memo;
    return `Payment of ${money(cents)}${subject === null ? '' : ` for ${subject}`}`;
  },
  sections: [
    failureBanner,
    ({ id, status }, pageContext) =>
      stepForms(
        pageContext,
        `payments/${id}`,
        steps.filter(({ step }) => canTransitionPayment(step, status)),
      ),
    pageSection('Flow of funds', ({ id }, pageContext) => moneyWay(id, pageContext)),
    pageSection('Timeline', ({ id }, pageContext) => timeline(pageContext, id)),
    pageSection(
      'Details',
      factsSection([
        payer,
        field.business('Payee', 'payee_id'),
        field.link('Payable', 'payable_id'),
        {
          label: 'Bank account',
          value: ({ funding_source_id: id, authorization }, view) =>
            id === null ? (authorization?.account ?? null) : linkTo(id, view),
        },
        field.text('Kind', 'kind'),
        {
          label: 'Speed',
          value: ({ cutoff_missed, speed }) =>
            cutoff_missed === 1 ? `${speed}, after the cut-off` : speed,
        },
        field.text('Memo', 'memo'),
        field.text('Held for', 'hold_reason'),
        field.text('Trace number', 'trace_number'),
        field.text('Entry class', 'sec_code'),
        field.text('Description', 'entry_description'),
        {
          label: 'Receipt',
          value: ({ receipt_id }) =>
            receipt_id && html`<a href="/receipt/${receipt_id}">/receipt/${receipt_id}</a>`,
        },
      ]),
    ),
    authorizationPart,
    tableSection(entryTable, ({ id }, pageContext) => readEntriesAbout(id, pageContext)),
  ],
});

async function authorizationPart(
  { authorization }: AuthorizedPayment,
  pageContext: PageContext,
): Promise<Html | undefined> {
  if (!authorization) return undefined;
  return html`<h2>Authorization</h2>${await recordFacts(pageContext, authorizationFields, authorization)}
    <article class="letter">${authorization.wording}</article>`;
}

const authorizationFields: readonly RecordField<Row<'debit_authorizations'>>[] = [
  { label: 'By', value: ({ payer_name, payer_email }) => `${payer_name} (${payer_email})` },
  field.text('From address', 'address'),
  field.text('Account', 'account'),
  field.amount('Amount', 'cents'),
  field.moment('At', 'authorized_at'),
];
