import type { PaymentStatus } from '../../../contract/pay.ts';
import { type Html, html } from '../html.ts';
import { money } from '../format-money.ts';
import type { Row } from '../../database/tables.ts';
import { type Look, linkTo, namesOf, ROOM, type View } from './page-context.ts';
import { pageOf, pager, type Range } from './pagination.ts';
import { payerOf } from './payables.ts';
import { badge, time } from '../format.ts';
import { type Column, table } from '../html-table.ts';

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

/** Every payment there is, or those of one state, the newest first. */
export async function paymentsPage(look: Look): Promise<View> {
  const status = statuses.find((it) => it === look.query.get('status'));
  const page = await pageOf(look.query, (range) => readPayments(look, status, range));
  return {
    title: 'Payments',
    body: html`${stateLinks(status)} ${await paymentTable(look, page.rows)} ${pager(look.here, page)}`,
  };
}

export async function paymentTable(look: Look, rows: readonly Row<'payments'>[]): Promise<Html> {
  const ids = rows.flatMap(({ payee_id, payer_id }) => [payee_id, payer_id]);
  return table('Payments', columnsFor(await namesOf(ids, look)), rows, 'There are none.');
}

const readPayments = (
  { db }: Look,
  status: PaymentStatus | undefined,
  { side, seq, order, limit }: Range,
): Promise<Row<'payments'>[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .$if(status !== undefined, (it) => it.where('status', '=', status ?? 'HELD'))
    .where('seq', side, seq)
    .orderBy('seq', order)
    .limit(limit)
    .execute();

const stateLinks = (chosen: PaymentStatus | undefined): Html =>
  html`<ul class="counts" aria-label="Payments by state">
    ${[...statuses, undefined].map(
      (it) => html`<li><a href="${ROOM}/payments${it === undefined ? '' : `?status=${it}`}"
        ${it === chosen ? html`aria-current="true"` : ''}>${it ?? 'ALL'}</a></li>`,
    )}</ul>`;

const columnsFor = (nameOf: (id: string | null) => string): readonly Column<Row<'payments'>>[] => [
  { label: 'Payment', kind: 'name', cell: ({ id }) => linkTo(id) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Amount', kind: 'figure', cell: ({ cents }) => money(cents) },
  { label: 'Payer', kind: 'text', cell: (row) => payerOf(row, nameOf) },
  { label: 'Payee', kind: 'text', cell: ({ payee_id }) => nameOf(payee_id) },
  { label: 'Speed', cell: ({ speed }) => speed },
  { label: 'Settles', cell: ({ settle_at }) => time(settle_at) },
  { label: 'Created', cell: ({ created_at }) => time(created_at) },
];
