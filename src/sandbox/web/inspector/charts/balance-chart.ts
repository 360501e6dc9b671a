/** The chart of a business's available balance over time. */

import { newYorkDate } from '../../../../api/ach/calendar.ts';
import { availableOf } from '../../../ledger/accounts.ts';
import { countText, longDate, money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { PageContext } from '../page-context.ts';

export interface BalancePoint {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly cents: number;
}

/** Changes of the balance that are shown. */
const MAX_CHANGES = 200;
const [WIDTH, HEIGHT] = [1000, 120];

/** Returns a step chart of the last changes of the available balance, with its figures in words; nothing without changes. */
export async function balanceChart(businessId: string, pageContext: PageContext): Promise<Html> {
  const points = await readBalances(businessId, pageContext);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return html``;
  const amounts = points.map(({ cents }) => cents);
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)];
  const endMs = Math.max(pageContext.engine.now().getTime(), last.atMs);
  const scale = scaleOf({ fromMs: first.atMs, endMs, lowest: Math.min(0, lowest), highest });
  const words = `From ${money(first.cents)} on ${dateText(first.atMs)} to ${money(last.cents)} on ${dateText(endMs)}, in ${countText(points.length - 1, 'change')}: lowest ${money(lowest)}, highest ${money(highest)}.`;
  return html`<figure class="chart">
    <svg class="picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Available balance over time">
      <path class="area" d="${linePath(points, scale)}H${WIDTH}V${scale.y(0)}H0Z"></path>
      <path class="line" d="${linePath(points, scale)}H${WIDTH}"></path>
      <path class="axis" d="M0 ${scale.y(0)}H${WIDTH}"></path>
    </svg>
    <figcaption>${words}</figcaption>
  </figure>`;
}

interface Scale {
  readonly x: (atMs: number) => number;
  readonly y: (cents: number) => number;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

function scaleOf(range: {
  readonly fromMs: number;
  readonly endMs: number;
  readonly lowest: number;
  readonly highest: number;
}): Scale {
  const { fromMs, endMs, lowest, highest } = range;
  const [span, height] = [Math.max(1, endMs - fromMs), Math.max(1, highest - lowest)];
  return {
    x: (atMs) => hundredths((WIDTH * (atMs - fromMs)) / span),
    y: (cents) => hundredths(HEIGHT - 2 - ((HEIGHT - 4) * (cents - lowest)) / height),
  };
}

/** Returns steps: the balance stays until the next change. */
const linePath = (points: readonly BalancePoint[], { x, y }: Scale): string =>
  points
    .map(({ atMs, cents }, at) => (at === 0 ? `M0 ${y(cents)}` : `H${x(atMs)}V${y(cents)}`))
    .join('');

const dateText = (atMs: number): string => longDate(newYorkDate(new Date(atMs)));

/** Returns the balance before the oldest of the last changes, and after each, oldest first. */
async function readBalances(
  businessId: string,
  { db }: PageContext,
): Promise<readonly BalancePoint[]> {
  const name = availableOf(businessId);
  const account = await db
    .selectFrom('ledger_accounts')
    .select('cents')
    .where('name', '=', name)
    .executeTakeFirst();
  if (!account) return [];
  const changes = await db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_lines.entry_seq')
    .select(['ledger_entries.at', 'ledger_lines.cents'])
    .where('account', '=', name)
    .orderBy('entry_seq', 'desc')
    .limit(MAX_CHANGES)
    .execute();
  const points: BalancePoint[] = [];
  let balance = 0 - account.cents; // a liability grows by credits, which are negative
  for (const { at, cents } of changes) {
    points.unshift({ atMs: Date.parse(at), cents: balance });
    balance += cents;
  }
  const [oldest] = points;
  return oldest ? [{ atMs: oldest.atMs, cents: balance }, ...points] : [];
}
