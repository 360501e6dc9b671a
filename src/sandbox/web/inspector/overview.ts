import { emptyMark, money, time } from '../format.ts';
import { html } from '../html.ts';
import { type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { businessTable, readBusinesses } from './businesses.ts';
import { moneyFlow } from './charts/money-flow.ts';
import { dayStrip } from './day-strip.ts';
import { type DueGroup, jobsText, readDueGroups } from './due-jobs.ts';
import { linkTo, type PageContent, type PageContext } from './page-context.ts';
import { newest } from './pagination.ts';
import { payableCounts } from './payables.ts';

const MAX_SHOWN = 5;

/** Returns the first page of the inspector: payables by status, what is due next, and businesses. */
export async function overviewPage(pageContext: PageContext): Promise<PageContent> {
  const dueGroups = await readDueGroups(pageContext, MAX_SHOWN);
  const businesses = await readBusinesses(pageContext, newest(MAX_SHOWN));
  return {
    title: 'Overview',
    body: html`
      <h2>Payables by status</h2>
      ${await payableCounts(pageContext)}
      <h2>Next 14 days</h2>
      ${await dayStrip(pageContext)}
      <h2>Money in the ledger</h2>
      ${await moneyFlow(pageContext)}
      <h2>Due next</h2>
      ${table('Due next', dueColumns, dueGroups, 'No due jobs.')}
      <h2>Businesses</h2>
      ${await businessTable(pageContext, businesses)}
      ${businesses.length < MAX_SHOWN ? '' : html`<p><a href="${INSPECTOR_PATH}/businesses">All businesses</a></p>`}`,
  };
}

const dueColumns: readonly TableColumn<DueGroup>[] = [
  { label: 'What', kind: 'name', cell: (group) => sentenceCase(jobsText(group)) },
  {
    label: 'Amount',
    kind: 'figure',
    cell: ({ cents }) => (cents === null ? emptyMark : money(cents)),
  },
  { label: 'When', cell: ({ due_at }) => time(due_at) },
  { label: 'About', cell: ({ ref, count }) => (count === 1 ? linkTo(ref) : emptyMark) },
];

const sentenceCase = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
