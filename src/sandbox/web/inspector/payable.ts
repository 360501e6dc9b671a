import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import type { StoredLineItem } from '../../payable/records.ts';
import { badge, emptyMark, money, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { laneOf, type SwimlaneStep, swimlanes } from './charts/swimlanes.ts';
import { idText, linkTo, namesOf, type PageContent, type PageContext } from './page-context.ts';
import { payerOf } from './payables.ts';
import { paymentTable } from './payments.ts';

type Payable = Row<'payables'>;

/** Returns the page of a payable: its sides, line items, payments and activity. */
export async function payablePage(pageContext: PageContext): Promise<PageContent> {
  const payable = await payableAt(pageContext.params['id'] ?? '', pageContext);
  const nameOf = await namesOf([payable.payer_id, payable.payee_id], pageContext);
  return {
    title: `Payable ${payable.invoice_number ?? ''} of ${money(payable.cents)}`,
    body: html`
      <p class="lead">${badge(payable.status)} ${idText(payable.id)}</p>
      ${facts(detailsOf(payable, nameOf))}
      ${lineItems(payable)}
      <h2>Payments</h2>
      ${await paymentTable(pageContext, await paymentsOf(payable, pageContext))}
      <h2>Activity</h2>
      ${activityPart(payable, await activityOf(payable, pageContext))}`,
  };
}

/**
 * Returns a payable.
 *
 * @throws {ApiError} 404
 */
async function payableAt(id: string, { db }: PageContext): Promise<Payable> {
  const row = await db.selectFrom('payables').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return row;
  throw createNotFoundError('payable', id);
}

const detailsOf = (payable: Payable, nameOf: (id: string | null) => string) =>
  [
    ['Payee', linkTo(payable.payee_id, nameOf(payable.payee_id))],
    ['Payer', linkTo(payable.payer_id, payerOf(payable, nameOf))],
    ['Connection', payable.connection_id === null ? null : linkTo(payable.connection_id)],
    ['Due', payable.due_date],
    ['Memo', payable.memo],
    ['Decline reason', payable.decline_reason],
    ['Payment link', paymentLink(payable)],
    ['Created', time(payable.created_at)],
    ['Paid', payable.paid_at === null ? null : time(payable.paid_at)],
  ] as const;

/** Returns a link to the page that a payer without an account sees. */
function paymentLink({ link_nano_id, link_enabled }: Payable): Html | null {
  if (link_nano_id === null) return null;
  if (link_enabled === 0) return html`${badge('disabled')}`;
  return html`${badge('enabled')} <a href="/pay/${link_nano_id}">/pay/${link_nano_id}</a>`;
}

function lineItems({ line_items }: Payable): Html {
  if (line_items === null) return html``;
  const lines: readonly StoredLineItem[] = JSON.parse(line_items);
  return html`<h2>Line items</h2>${table(
    'Line items',
    [
      { label: 'Item', kind: 'name', cell: ({ description }) => description },
      { label: 'Quantity', kind: 'figure', cell: ({ quantity }) => quantity },
      { label: 'Unit price', kind: 'figure', cell: ({ unitPrice }) => `$${unitPrice}` },
      { label: 'Total', kind: 'figure', cell: ({ totalCents }) => money(totalCents) },
    ],
    lines,
    'None.',
  )}`;
}

const paymentsOf = ({ id }: Payable, { db }: PageContext): Promise<Row<'payments'>[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('payable_id', '=', id)
    .orderBy('seq', 'desc')
    .execute();

const activityOf = ({ id }: Payable, { db }: PageContext): Promise<Row<'activity'>[]> =>
  db.selectFrom('activity').selectAll().where('payable_id', '=', id).orderBy('seq').execute();

/** Returns the activity as swimlanes of both sides, and as a table with the same numbers. */
function activityPart(payable: Payable, entries: readonly Row<'activity'>[]): Html {
  const steps = entries.map((entry, at) => ({
    ...entry,
    number: at + 1,
    lane: laneOf(entry, payable),
  }));
  return html`${swimlanes(steps)} ${table('Activity', activityColumns, steps, 'No activity yet.')}`;
}

type Step = Row<'activity'> & SwimlaneStep & { readonly number: number };

const activityColumns: readonly TableColumn<Step>[] = [
  { label: 'What', kind: 'name', cell: ({ number, message }) => `${number}. ${message}` },
  { label: 'Side', cell: ({ lane }) => lane },
  { label: 'Who', cell: ({ actor }) => JSON.parse(actor).name },
  { label: 'When', cell: ({ created_at }) => time(created_at) },
  {
    label: 'State',
    cell: ({ to_status }) => (to_status === null ? emptyMark : badge(to_status)),
  },
];
