import type { Row } from '../../database/tables.ts';
import { emptyMark, money, time } from '../format.ts';
import { html } from '../html.ts';
import { type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { businessTable, readBusinesses } from './businesses.ts';
import { linkTo, type PageContent, type PageContext } from './page-context.ts';
import { newest } from './pagination.ts';
import { payableCounts } from './payables.ts';
import { amountsDueCents, jobLabel, listNextJobs } from './timeline.ts';

const MAX_SHOWN = 8;

/** Returns the first page of the inspector: payables by status, the next jobs, and businesses. */
export async function overviewPage(pageContext: PageContext): Promise<PageContent> {
  const dueJobs = await listNextJobs(pageContext, MAX_SHOWN);
  const amounts = await amountsDueCents(dueJobs, pageContext);
  const businesses = await readBusinesses(pageContext, newest(MAX_SHOWN));
  return {
    title: 'Overview',
    body: html`
      <h2>Payables by status</h2>
      ${await payableCounts(pageContext)}
      <h2>Due next</h2>
      ${table('Due next', columnsFor(amounts), dueJobs, 'No due jobs.')}
      <h2>Businesses</h2>
      ${await businessTable(pageContext, businesses)}
      ${businesses.length < MAX_SHOWN ? '' : html`<p><a href="${INSPECTOR_PATH}/businesses">All businesses</a></p>`}`,
  };
}

const columnsFor = (amounts: ReadonlyMap<string, number>): readonly TableColumn<Row<'jobs'>>[] => [
  { label: 'What', kind: 'name', cell: ({ kind }) => jobLabel(kind) },
  { label: 'When', cell: ({ due_at }) => time(due_at) },
  { label: 'About', cell: ({ ref }) => linkTo(ref) },
  { label: 'Amount', kind: 'figure', cell: ({ ref }) => amountText(amounts.get(ref)) },
];

const amountText = (cents: number | undefined) => (cents === undefined ? emptyMark : money(cents));
