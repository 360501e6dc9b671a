/** Payments in the inspector. */

import type { PaymentStatus } from '../../../contract/pay.ts';
import type { Row } from '../../database/tables.ts';
import { paymentAt } from '../../payment/records.ts';
import { canTransitionPayment, type PaymentTransition } from '../../payment/rules.ts';
import { authorizationOf } from '../../public-api/authorization.ts';
import { badge, money, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { entryTable, readEntriesAbout } from './ledger-entries.ts';
import { businessFields } from './lists/business-filter.ts';
import {
  equals,
  hasText,
  isBetween,
  isNull,
  isValue,
  type ListCondition,
} from './lists/condition.ts';
import { type FilterField, filterForm } from './lists/filter-form.ts';
import { readMoneyList } from './lists/money-list.ts';
import type { QueryValues } from './lists/query-values.ts';
import { paymentOrders, type SortedList, sortField, withHeadSorts } from './lists/sort.ts';
import {
  idText,
  linkTo,
  namesOf,
  type PageContent,
  type PageContext,
  titleOf,
} from './page-context.ts';
import { filtersIn, hrefWith, pager } from './pagination.ts';
import { payerOf } from './payables.ts';
import { type ManualStep, stepForms, timeline } from './timeline.ts';

const statuses = [
  'SCHEDULED',
  'HELD',
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'RETURNED',
  'CANCELLED',
] as const satisfies readonly PaymentStatus[];

const kinds = [
  'payable',
  'quickPay',
  'paymentLink',
  'payMeLink',
] as const satisfies readonly Row<'payments'>['kind'][];

const fields: readonly FilterField[] = [
  {
    ...{ name: 'kind', label: 'Kind', kind: 'choice' },
    choices: [['', 'All'], ...kinds.map((kind) => [kind, kind] as const)],
  },
  ...businessFields,
  { name: 'least', label: 'Amount from', kind: 'amount' },
  { name: 'most', label: 'Amount to', kind: 'amount' },
  sortField(paymentOrders),
];

/** Returns the page of payments with the filters and in the order of the query. */
export async function paymentsPage(pageContext: PageContext): Promise<PageContent> {
  const { query, url } = pageContext;
  const { businessId, order, page, problems } = await readMoneyList(pageContext, 'payments', {
    ...{ orders: paymentOrders, conditionsIn: readConditions },
  });
  return {
    title: await titleOf('Payments', businessId, pageContext),
    body: html`${stateLinks(url, query.get('status') || undefined)} ${filterForm(url, fields, problems)}
      ${await paymentTable(pageContext, page.rows, { url, order, orders: paymentOrders })} ${pager(url, page)}`,
  };
}

function readConditions(values: QueryValues): readonly ListCondition[] {
  const status = values.choice('status', statuses);
  return [
    ...(status === undefined ? [] : [equals('status', status)]),
    ...kindConditions(values.choice('kind', kinds)),
    ...isBetween('cents', { from: values.amount('least'), to: values.amount('most') }),
  ];
}

/** Returns the conditions of a kind, with those that an index answers: quick payments have no payable, others of a link a receipt. */
function kindConditions(kind: Row<'payments'>['kind'] | undefined): readonly ListCondition[] {
  if (kind === undefined) return [];
  if (kind === 'quickPay') return [isNull('payable_id'), isValue('kind', kind)];
  return kind === 'payable'
    ? [isValue('kind', kind)]
    : [hasText('receipt_id'), isValue('kind', kind)];
}

/** Returns a table of payments; that of a list can be sorted. */
export async function paymentTable(
  pageContext: PageContext,
  rows: readonly Row<'payments'>[],
  list?: SortedList,
): Promise<Html> {
  const ids = rows.flatMap(({ payee_id, payer_id }) => [payee_id, payer_id]);
  const columns = withHeadSorts(columnsFor(await namesOf(ids, pageContext)), list, {
    Amount: 'cents',
    Created: 'seq',
  });
  return table(
    'Payments',
    columns,
    rows,
    list && filtersIn(list.url).size > 0 ? 'None with these filters.' : 'None.',
  );
}

const stateLinks = (url: URL, chosen: string | undefined): Html =>
  html`<ul class="counts" aria-label="Payments by status">
    ${[...statuses, undefined].map(
      (
        status,
      ) => html`<li><a href="${status === undefined ? hrefWith(url, {}, ['status']) : hrefWith(url, { status })}"
        ${status === chosen ? html`aria-current="true"` : ''}>${status ?? 'ALL'}</a></li>`,
    )}</ul>`;

const columnsFor = (
  nameOf: (id: string | null) => string,
): readonly TableColumn<Row<'payments'>>[] => [
  { label: 'Payment', kind: 'name', cell: ({ id }) => linkTo(id) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Amount', kind: 'figure', cell: ({ cents }) => money(cents) },
  {
    label: 'Payer',
    kind: 'text',
    cell: (row) => linkTo(row.payer_id, payerOf(row, nameOf)),
  },
  {
    label: 'Payee',
    kind: 'text',
    cell: ({ payee_id }) => linkTo(payee_id, nameOf(payee_id)),
  },
  { label: 'Speed', cell: ({ speed }) => speed },
  { label: 'Settles', cell: ({ settle_at }) => time(settle_at) },
  { label: 'Created', cell: ({ created_at }) => time(created_at) },
];

/** Returns the page of a payment: possible transitions, timeline, details and ledger entries. */
export async function paymentPage(pageContext: PageContext): Promise<PageContent> {
  const payment = await paymentAt(pageContext.db, pageContext.params['id'] ?? '');
  const { id, cents, status, payer_id, payee_id } = payment;
  const nameOf = await namesOf([payer_id, payee_id], pageContext);
  const authorization = await authorizationOf(pageContext, id);
  const possible = steps.filter(({ step }) => canTransitionPayment(step, status));
  return {
    title: `Payment of ${money(cents)}`,
    body: html`
      <p class="lead">${badge(status)} ${idText(id)}</p>
      ${stepForms(pageContext, `payments/${id}`, possible)}
      <h2>Timeline</h2>
      ${await timeline(pageContext, id)}
      <h2>Details</h2>
      ${facts(detailsOf(payment, nameOf))}
      ${authorization ? authorizationPart(authorization) : ''}
      <h2>Ledger entries</h2>
      ${entryTable(await readEntriesAbout(id, pageContext))}`,
  };
}

const authorizationPart = (row: Row<'debit_authorizations'>): Html =>
  html`<h2>Authorization</h2>
    ${facts([
      ['By', `${row.payer_name} (${row.payer_email})`],
      ['Account', row.account],
      ['Amount', money(row.cents)],
      ['At', time(row.authorized_at)],
    ])}
    <article class="letter">${row.wording}</article>`;

const steps: readonly (ManualStep & { readonly step: PaymentTransition })[] = [
  { step: 'submit', label: 'Submit' },
  { step: 'complete', label: 'Complete' },
  { step: 'hold', label: 'Hold' },
  { step: 'release', label: 'Release' },
  { step: 'reject', label: 'Reject' },
  { step: 'fail', label: 'Fail', needsCode: true },
  { step: 'return', label: 'Return', needsCode: true },
];

function detailsOf(payment: Row<'payments'>, nameOf: (id: string | null) => string) {
  const { payer_id, payee_id, payable_id, speed, failure_code, failure_reason } = payment;
  return [
    ['Payer', linkTo(payer_id, payerOf(payment, nameOf))],
    ['Payee', linkTo(payee_id, nameOf(payee_id))],
    ['Payable', payable_id === null ? null : linkTo(payable_id)],
    ['Bank account', linkTo(payment.funding_source_id)],
    ['Kind', payment.kind],
    ['Speed', payment.cutoff_missed === 1 ? `${speed}, after the cut-off` : speed],
    ['Memo', payment.memo],
    ['Held for', payment.hold_reason],
    ['Failure', [failure_code, failure_reason].filter((part) => part !== null).join(': ')],
    ['Trace number', payment.trace_number],
    [
      'Receipt',
      payment.receipt_id === null
        ? null
        : html`<a href="/receipt/${payment.receipt_id}">/receipt/${payment.receipt_id}</a>`,
    ],
  ] as const;
}
