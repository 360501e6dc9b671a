import type { AgedPayable, Aging, AgingView, Bucket } from '../../cash/aging.ts';
import { type HtmlText, htmlDocument, htmlText } from '../../render/html-document.ts';
import { usd } from '../../render/money.ts';

/**
 * Returns the aging as one self-contained HTML page: no script, no external resource, and all text of the service
 * escaped.
 */
export const agingReportHtml = (
  agings: readonly Aging[],
  { businessId, today }: AgingView,
): string =>
  htmlDocument(
    `Aging of ${businessId} on ${today}`,
    style,
    htmlText`<h1>Aging by due date</h1>
<p>Business ${businessId}, ${today} ET</p>
${joined(agings.map(sectionOf))}`,
  );

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; width: 100% }
caption { text-align: left; font-weight: 600; padding: 1rem 0 .5rem }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
svg { width: 100%; height: auto; max-width: 40rem }
svg text { font: 14px system-ui, sans-serif; fill: #1a1a1a }
`;

const titles = { received: 'To pay', sent: 'To receive' } as const;

function sectionOf(aging: Aging): HtmlText {
  const overdue = aging.buckets
    .flatMap(({ payables }) => payables)
    .filter(({ daysOver = 0 }) => daysOver > 0)
    .sort((a, b) => (b.daysOver ?? 0) - (a.daysOver ?? 0));
  return htmlText`<section>
<h2>${titles[aging.direction]}: ${usd(aging.cents)}</h2>
${chartOf(aging)}
${overdue.length === 0 ? htmlText`<p>Nothing is overdue.</p>` : tableOf(overdue, aging.direction)}
</section>`;
}

const ROW = 32;
const BAR = { left: 120, width: 300, height: 20 };

/** Returns one bar for each bucket, proportional to its share; the words beside the bar repeat it. */
function chartOf({ cents: all, buckets, direction }: Aging): HtmlText {
  const rows = joined(buckets.map((bucket, at) => rowOf(bucket, at * ROW, all)));
  return htmlText`<svg viewBox="0 0 640 ${buckets.length * ROW}" role="img" aria-label="${titles[direction]} by due date">
${rows}
</svg>`;
}

function rowOf({ name, isOverdue, cents, payables }: Bucket, top: number, all: number): HtmlText {
  const width = all === 0 ? 0 : Math.round((cents / all) * BAR.width);
  const middle = top + ROW / 2 + 5;
  const fill = isOverdue ? '#b3261e' : '#2f6f4f';
  return htmlText`<text x="0" y="${middle}">${name}</text>
<rect x="${BAR.left}" y="${top + 6}" width="${width}" height="${BAR.height}" fill="${fill}"/>
<text x="${BAR.left + width + 8}" y="${middle}">${usd(cents)} (${payables.length})</text>`;
}

/** Maximum number of rows of a table: more than anyone reads. The page says how many are left out. */
const MAX_ROWS = 500;

function tableOf(overdue: readonly AgedPayable[], direction: Aging['direction']): HtmlText {
  const omitted = overdue.length - MAX_ROWS;
  return htmlText`<table>
<caption>Overdue</caption>
<thead><tr><th scope="col">Invoice</th><th scope="col">${direction === 'sent' ? 'Payer' : 'Payee'}</th><th scope="col">Due</th><th scope="col" class="number">Days overdue</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>
${joined(overdue.slice(0, MAX_ROWS).map((payable) => lineOf(payable, direction)))}
</tbody>
</table>${omitted > 0 ? htmlText`\n<p>And ${omitted} more.</p>` : undefined}`;
}

function lineOf(
  { payable, cents, daysOver }: AgedPayable,
  direction: Aging['direction'],
): HtmlText {
  const counterparty = direction === 'sent' ? payable.payerName : payable.payeeName;
  const texts = [payable.invoiceNumber ?? payable.id, counterparty ?? '', payable.dueDate ?? ''];
  const numbers = [String(daysOver), usd(cents)];
  const cells = texts.map((text) => htmlText`<td>${text}</td>`);
  return htmlText`<tr>${cells}${numbers.map((number) => htmlText`<td class="number">${number}</td>`)}</tr>`;
}

const joined = (parts: readonly HtmlText[]): HtmlText =>
  htmlText`${parts.map((it) => htmlText`${it}\n`)}`;
