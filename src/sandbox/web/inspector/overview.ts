import { sql } from 'kysely';
import { creditsInTransit, debitsInTransit, fboCash } from '../../ledger/accounts.ts';
import { capitalized, money } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { businessTable } from './businesses.ts';
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
    { label: 'What', kind: 'name', value: (group) => capitalized(jobsText(group)) },
    field.amount('Amount', 'cents'),
    field.moment('When', 'due_at'),
    { label: 'About', value: ({ ref, count }, view) => (count === 1 ? linkTo(ref, view) : null) },
  ],
  empty: 'No due jobs.',
};

/** A place where money is, or went to. */
interface FlowStep {
  readonly label: string;
  readonly hint: string;
  readonly cents: number;
}

const WIDTH = 1000;

/** Returns a bar for each step of the money, with its amount beside it. */
async function moneyFlow(pageContext: PageContext): Promise<Html> {
  const steps = await readFlow(pageContext);
  const most = Math.max(...steps.map(({ cents }) => cents));
  if (most <= 0) return html`<p class="empty">No money has moved yet.</p>`;
  return html`<ol class="flow">${steps.map((step) => flowItem(step, most))}</ol>`;
}

function flowItem({ label, hint, cents }: FlowStep, most: number): Html {
  const width = Math.round((WIDTH * 100 * Math.max(0, cents)) / most) / 100;
  return html`<li><span>${label}</span> <strong>${money(cents)}</strong>
    <svg class="picture" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true"><rect class="rail" width="${WIDTH}" height="10"></rect><rect class="amount" width="${width}" height="10"></rect></svg>
    <small>${hint}</small></li>`;
}

async function readFlow({ db }: PageContext): Promise<readonly FlowStep[]> {
  const available = sql<number>`sum(case when name like 'biz.%.available' then -cents else 0 end)`;
  const reserved = sql<number>`sum(case when name like 'biz.%.withdrawing' then -cents else 0 end)`;
  const balanceOf = (name: string) =>
    sql<number>`sum(case when name = ${name} then cents else 0 end)`;
  const held = await db
    .selectFrom('ledger_accounts')
    .select([
      balanceOf(debitsInTransit).as('incoming'),
      balanceOf(fboCash).as('cash'),
      balanceOf(creditsInTransit).as('outgoing'),
      available.as('available'),
      reserved.as('reserved'),
    ])
    .executeTakeFirstOrThrow();
  const { withdrawn } = await db
    .selectFrom('withdrawals')
    .select((eb) => eb.fn.sum<number | null>('cents').as('withdrawn'))
    .where('status', '=', 'COMPLETED')
    .executeTakeFirstOrThrow();
  return [
    { label: 'In transit', hint: 'debited, not settled yet', cents: Number(held.incoming) },
    { label: 'Cash', hint: 'settled, held for businesses', cents: Number(held.cash) },
    { label: 'Available', hint: 'of that, to be withdrawn', cents: Number(held.available) },
    {
      label: 'Withdrawing',
      hint: 'reserved or on its way to a bank',
      cents: Number(held.reserved) - Number(held.outgoing),
    },
    { label: 'Withdrawn', hint: 'arrived at banks, in all', cents: Number(withdrawn ?? 0) },
  ];
}
