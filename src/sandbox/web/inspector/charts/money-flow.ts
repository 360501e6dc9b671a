/** The chart of the money in the ledger, from the payers' banks to the payees' banks. */

import { sql } from 'kysely';
import { creditsInTransit, debitsInTransit, fboCash } from '../../../ledger/accounts.ts';
import { money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { PageContext } from '../page-context.ts';

/** A place where money is, or went to. */
interface FlowStep {
  readonly label: string;
  readonly hint: string;
  readonly cents: number;
}

const WIDTH = 1000;

/** Returns a bar for each step of the money, with its amount beside it. */
export async function moneyFlow(pageContext: PageContext): Promise<Html> {
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
