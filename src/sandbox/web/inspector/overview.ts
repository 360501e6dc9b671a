import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { businessTable } from './businesses.ts';
import { moneyFlow } from './charts/money-flow.ts';
import { dayStrip, stripEnd } from './day-strip.ts';
import { type DueGroup, jobsText, readDueBefore, readDueGroups } from './due-jobs.ts';
import { buttonForm, linkTo, type PageContent, type PageContext } from './page-context.ts';
import { payableCounts } from './payables.ts';
import { field, recordTable, type TableSpec } from './shapes/field.ts';
import { newest } from './shapes/pagination.ts';
import { readRows } from './shapes/read-rows.ts';

const MAX_SHOWN = 5;

/** Returns the first page of the inspector: payables by status, what is due next, and businesses. */
export async function overviewPage(pageContext: PageContext): Promise<PageContent> {
  const soon = await readDueBefore(pageContext, stripEnd(pageContext));
  const dueGroups = soon.length < MAX_SHOWN ? await readDueGroups(pageContext, MAX_SHOWN) : soon;
  const businesses = await readRows(pageContext, 'businesses', newest(MAX_SHOWN));
  return {
    title: 'Overview',
    body: html`
      ${businesses.length === 0 ? loadDemo(pageContext) : ''}
      <h2>Payables by status</h2>
      ${await payableCounts(pageContext)}
      <h2>Next 14 days</h2>
      ${await dayStrip(pageContext, soon)}
      <h2>Money in the ledger</h2>
      ${await moneyFlow(pageContext)}
      <h2>Due next</h2>
      ${await recordTable(pageContext, dueTable, dueGroups.slice(0, MAX_SHOWN))}
      <h2>Businesses</h2>
      ${await businessTable(pageContext, businesses)}
      ${businesses.length < MAX_SHOWN ? '' : html`<p><a href="${INSPECTOR_PATH}/businesses">All businesses</a></p>`}`,
  };
}

/** Returns the way out of an empty sandbox. */
const loadDemo = (pageContext: PageContext): Html =>
  html`<section class="empty"><p>This sandbox is empty. Register a business with
      <code class="command">remit business create</code>, or begin with five weeks of invoices, payments and mail.</p>
    ${buttonForm(pageContext, 'seed', html`<button class="primary" name="name" value="demo">Load demo data</button>`)}</section>`;

const dueTable: TableSpec<DueGroup> = {
  caption: 'Due next',
  fields: [
    { label: 'What', kind: 'name', value: (group) => sentenceCase(jobsText(group)) },
    field.amount('Amount', 'cents'),
    field.moment('When', 'due_at'),
    { label: 'About', value: ({ ref, count }, view) => (count === 1 ? linkTo(ref, view) : null) },
  ],
  empty: 'No due jobs.',
};

const sentenceCase = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
