import type { Row } from '../../database/tables.ts';
import { money, nothing, time } from '../format.ts';
import { html } from '../html.ts';
import { type Column, table } from '../html-table.ts';
import { businessTable, readBusinesses } from './businesses.ts';
import { type Look, linkTo, ROOM, type View } from './page-context.ts';
import { payableCounts } from './payables.ts';
import { amountsDue, deedOf, dueNext } from './timeline.ts';

const SHOWN = 8;
const first = { side: '<', seq: Number.MAX_SAFE_INTEGER, order: 'desc', limit: SHOWN } as const;

/** What one sees on opening the inspector: money, invoices, and what time will bring. */
export async function overviewPage(look: Look): Promise<View> {
  const due = await dueNext(look, SHOWN);
  const amounts = await amountsDue(due, look);
  const businesses = await readBusinesses(look, first);
  return {
    title: 'Overview',
    body: html`
      <h2>Payables by state</h2>
      ${await payableCounts(look)}
      <h2>Due next</h2>
      ${table('Due next', columnsFor(amounts), due, 'Nothing is due: time changes nothing now.')}
      <h2>Businesses</h2>
      ${await businessTable(look, businesses)}
      ${businesses.length < SHOWN ? '' : html`<p><a href="${ROOM}/businesses">All businesses</a></p>`}`,
  };
}

const columnsFor = (amounts: ReadonlyMap<string, number>): readonly Column<Row<'jobs'>>[] => [
  { label: 'What', kind: 'name', cell: ({ kind }) => deedOf(kind) },
  { label: 'When', cell: ({ due_at }) => time(due_at) },
  { label: 'About', cell: ({ ref }) => linkTo(ref) },
  { label: 'Amount', kind: 'figure', cell: ({ ref }) => amountText(amounts.get(ref)) },
];

const amountText = (cents: number | undefined) => (cents === undefined ? nothing : money(cents));
