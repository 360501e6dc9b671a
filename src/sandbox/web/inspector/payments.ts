/** Payments in the inspector. */

import type { PaymentStatus } from '../../../contract/pay.ts';
import type { Row } from '../../database/tables.ts';
import { paymentAt } from '../../payment/records.ts';
import { canTransitionPayment, type PaymentTransition } from '../../payment/rules.ts';
import { authorizationOf } from '../../public-api/authorization.ts';
import { badge, money, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { entryTable, readEntriesAbout } from './ledger-entries.ts';
import {
  idText,
  linkTo,
  namesOf,
  type PageContent,
  type PageContext,
  titleOf,
} from './page-context.ts';
import { mergedRows, pager, readSeqPage, type SeqRange } from './pagination.ts';
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

/** Returns the page of all payments, newest first, or of those with the status in the query. */
export async function paymentsPage(pageContext: PageContext): Promise<PageContent> {
  const status = statuses.find((status) => status === pageContext.query.get('status'));
  const business = pageContext.query.get('business');
  const sides = business === null ? [{}] : [{ payer_id: business }, { payee_id: business }];
  const filters = sides.map((side) => ({ ...side, ...(status && { status }) }));
  const page = await readSeqPage(pageContext.query, (range) =>
    readPayments(pageContext, filters, range),
  );
  return {
    title: await titleOf('Payments', business, pageContext),
    body: html`${stateLinks(status)} ${await paymentTable(pageContext, page.rows)} ${pager(pageContext.url, page)}`,
  };
}

/** Returns a table of payments. */
export async function paymentTable(
  pageContext: PageContext,
  rows: readonly Row<'payments'>[],
): Promise<Html> {
  const ids = rows.flatMap(({ payee_id, payer_id }) => [payee_id, payer_id]);
  return table('Payments', columnsFor(await namesOf(ids, pageContext)), rows, 'None.');
}

/** Columns that rows are selected by. Those of a connection are read by an index only with one of its sides. */
type PaymentFilter = Partial<
  Pick<Row<'payments'>, 'payer_id' | 'payee_id' | 'connection_id' | 'status'>
>;

/** Returns the payments in a range of sequence numbers that match at least one of the filters. Each row may match one only. */
export const readPayments = (
  { db }: PageContext,
  filters: readonly PaymentFilter[],
  range: SeqRange,
): Promise<Row<'payments'>[]> =>
  mergedRows(
    filters.map((filter) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where((eb) => eb.and(filter))
        .where('seq', range.side, range.seq)
        .orderBy('seq', range.order)
        .limit(range.limit)
        .execute(),
    ),
    range,
  );

const stateLinks = (chosen: PaymentStatus | undefined): Html =>
  html`<ul class="counts" aria-label="Payments by status">
    ${[...statuses, undefined].map(
      (
        status,
      ) => html`<li><a href="${INSPECTOR_PATH}/payments${status === undefined ? '' : `?status=${status}`}"
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
