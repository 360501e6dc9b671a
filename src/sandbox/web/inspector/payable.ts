/** The page of a payable in the inspector. */

import { findRow } from '../../database/rows.ts';
import type { Row } from '../../database/tables.ts';
import type { StoredLineItem } from '../../payable/records.ts';
import { badge, money, price } from '../format.ts';
import { type Html, html } from '../html.ts';
import { moneyWay } from './charts/money-way.ts';
import { failureBanner } from './failure-banner.ts';
import type { PageContext } from './page-context.ts';
import { payer } from './payables.ts';
import { paymentTable } from './payments.ts';
import { field, recordTable, type TableSpec } from './shapes/field.ts';
import { recordAt, rowsWith } from './shapes/read-rows.ts';
import { factsSection, pageSection, recordPage, tableSection } from './shapes/record-page.ts';

type Payable = Row<'payables'>;

/** Returns the page of a payable: its sides, line items, payments and activity. */
export const payablePage = recordPage<Payable>({
  read: (pageContext) => recordAt(pageContext, 'payables'),
  title: ({ invoice_number, memo, cents }) =>
    invoice_number === null && memo !== null
      ? `Payable of ${money(cents)} for ${memo}`
      : `Payable ${invoice_number ?? ''} of ${money(cents)}`,
  sections: [
    async ({ payment_id }, pageContext) => {
      const payment = await findRow(pageContext.db, 'payments', payment_id);
      return payment && failureBanner(payment, pageContext);
    },
    factsSection([
      field.business('Payee', 'payee_id'),
      payer,
      field.link('Connection', 'connection_id'),
      field.text('Due', 'due_date'),
      field.text('Memo', 'memo'),
      field.text('Decline reason', 'decline_reason'),
      { label: 'Payment link', value: paymentLink },
      field.moment('Created', 'created_at'),
      field.moment('Paid', 'paid_at'),
    ]),
    pageSection('Line items', ({ line_items }, pageContext) =>
      line_items === null
        ? undefined
        : recordTable(pageContext, lineItemTable, JSON.parse(line_items)),
    ),
    tableSection(paymentTable, ({ id }, pageContext) =>
      rowsWith(pageContext, 'payments', ['payable_id', id], { order: 'seq desc' }),
    ),
    pageSection('Flow of funds', ({ payment_id }, pageContext) =>
      payment_id === null ? undefined : moneyWay(payment_id, pageContext),
    ),
    pageSection('Activity', activity),
  ],
});

/** Returns a link to the page that a payer without an account sees. */
function paymentLink({ link_nano_id, link_enabled }: Payable): Html | null {
  if (link_nano_id === null) return null;
  if (link_enabled === 0) return html`${badge('disabled')}`;
  return html`${badge('enabled')} <a href="/pay/${link_nano_id}">/pay/${link_nano_id}</a>`;
}

const lineItemTable: TableSpec<StoredLineItem> = {
  caption: 'Line items',
  fields: [
    { ...field.text('Item', 'description'), kind: 'name' },
    { label: 'Quantity', kind: 'figure', value: ({ quantity }) => quantity },
    { label: 'Unit price', kind: 'figure', value: ({ unitPrice }) => price(unitPrice) },
    field.amount('Total', 'totalCents'),
  ],
  empty: 'None.',
};

type Step = Row<'activity'> & SwimlaneStep & { readonly number: number };

const activityTable: TableSpec<Step> = {
  caption: 'Activity',
  fields: [
    { label: 'What', kind: 'name', value: ({ number, message }) => `${number}. ${message}` },
    field.text('Side', 'lane'),
    { label: 'Who', value: ({ actor }) => JSON.parse(actor).name },
    field.moment('When', 'created_at'),
    { label: 'State', value: ({ to_status }) => to_status && badge(to_status) },
  ],
  empty: 'No activity yet.',
};

/** Returns the activity as swimlanes of both sides, and as a table with the same numbers. */
async function activity(payable: Payable, pageContext: PageContext): Promise<Html> {
  const entries = await rowsWith(pageContext, 'activity', ['payable_id', payable.id], {
    order: 'seq',
  });
  const steps = entries.map((entry, at) => ({
    ...entry,
    number: at + 1,
    lane: laneOf(entry, payable),
  }));
  return html`${swimlanes(steps)} ${await recordTable(pageContext, activityTable, steps)}`;
}

/** The side that did something. */
type Lane = (typeof lanes)[number];

const lanes = ['Payee', 'Payer', 'Network'] as const;

interface SwimlaneStep {
  readonly lane: Lane;
  readonly message: string;
}

const [STEP_WIDTH, LANE_HEIGHT] = [42, 38];

/** Returns the side that made an entry of the activity log. */
function laneOf({ actor, type }: Row<'activity'>, { payer_id, payee_id }: Row<'payables'>): Lane {
  const { type: kind, businessId } = JSON.parse(actor);
  if (kind === 'external') return 'Payer';
  if (businessId !== null && businessId === payer_id) return 'Payer';
  if (businessId === payee_id || type.startsWith('payment_link')) return 'Payee';
  return 'Network';
}

/** Returns a circle with a number for each step, in the lane of its side. The steps are to be written beside it. */
function swimlanes(steps: readonly SwimlaneStep[]): Html {
  if (steps.length === 0) return html``;
  const width = steps.length * STEP_WIDTH;
  const height = lanes.length * LANE_HEIGHT;
  const spots = steps.map(({ lane, message }, at) => ({
    ...{ lane, message, number: at + 1 },
    x: at * STEP_WIDTH + STEP_WIDTH / 2,
    y: lanes.indexOf(lane) * LANE_HEIGHT + LANE_HEIGHT / 2,
  }));
  return html`<div class="life">
    <ul aria-hidden="true">${lanes.map((lane) => html`<li>${lane}</li>`)}</ul>
    <div class="life-steps" tabindex="0" role="group" aria-label="Steps of the payable">
      <svg class="picture" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${steps.length} steps by side; the table says each">
        ${lanes.map((_, at) => html`<path class="rail" d="M0 ${(at + 0.5) * LANE_HEIGHT}H${width}"></path>`)}
        <polyline class="line" points="${spots.map(({ x, y }) => `${x},${y}`).join(' ')}"></polyline>
        ${spots.map(({ x, y, number, lane, message }) => html`<g class="${lane}"><title>${number}. ${lane}: ${message}</title><circle cx="${x}" cy="${y}" r="13"></circle><text x="${x}" y="${y + 4.5}">${number}</text></g>`)}
      </svg>
    </div>
  </div>`;
}
