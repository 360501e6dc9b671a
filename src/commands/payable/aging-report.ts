import { usd } from '../../render/money.ts';
import { sanitize } from '../../render/sanitize.ts';
import type { AgedPayable, Aging, AgingView, Bucket } from './aging-buckets.ts';

/**
 * Returns the aging as one self-contained HTML page: no script, no external resource, and all text of the service
 * escaped.
 */
export const agingReportHtml = (
  agings: readonly Aging[],
  { businessId, today }: AgingView,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Aging of ${escaped(businessId)} on ${escaped(today)}</title>
<style>${style}</style>
</head>
<body>
<h1>Aging by due date</h1>
<p>Business ${escaped(businessId)}, ${escaped(today)} ET</p>
${agings.map(sectionOf).join('\n')}
</body>
</html>
`;

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

function sectionOf(aging: Aging): string {
  const overdue = aging.buckets
    .flatMap(({ payables }) => payables)
    .filter(({ daysOver = 0 }) => daysOver > 0)
    .sort((a, b) => (b.daysOver ?? 0) - (a.daysOver ?? 0));
  return `<section>
<h2>${titles[aging.direction]}: ${usd(aging.cents)}</h2>
${chartOf(aging)}
${overdue.length === 0 ? '<p>Nothing is overdue.</p>' : tableOf(overdue, aging.direction)}
</section>`;
}

const ROW = 32;
const BAR = { left: 120, width: 300, height: 20 };

/** Returns one bar for each bucket, proportional to its share; the words beside the bar repeat it. */
function chartOf({ cents: all, buckets, direction }: Aging): string {
  const rows = buckets.map((bucket, at) => rowOf(bucket, at * ROW, all)).join('\n');
  return `<svg viewBox="0 0 640 ${buckets.length * ROW}" role="img" aria-label="${titles[direction]} by due date">
${rows}
</svg>`;
}

function rowOf({ name, isOverdue, cents, payables }: Bucket, top: number, all: number): string {
  const width = all === 0 ? 0 : Math.round((cents / all) * BAR.width);
  const middle = top + ROW / 2 + 5;
  const fill = isOverdue ? '#b3261e' : '#2f6f4f';
  return [
    `<text x="0" y="${middle}">${escaped(name)}</text>`,
    `<rect x="${BAR.left}" y="${top + 6}" width="${width}" height="${BAR.height}" fill="${fill}"/>`,
    `<text x="${BAR.left + width + 8}" y="${middle}">${usd(cents)} (${payables.length})</text>`,
  ].join('\n');
}

/** Maximum number of rows of a table: more than anyone reads. The page says how many are left out. */
const MOST_ROWS = 500;

function tableOf(overdue: readonly AgedPayable[], direction: Aging['direction']): string {
  const omitted = overdue.length - MOST_ROWS;
  return `<table>
<caption>Overdue</caption>
<thead><tr><th scope="col">Invoice</th><th scope="col">${direction === 'sent' ? 'Payer' : 'Payee'}</th><th scope="col">Due</th><th scope="col" class="number">Days overdue</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>
${overdue
  .slice(0, MOST_ROWS)
  .map((payable) => lineOf(payable, direction))
  .join('\n')}
</tbody>
</table>${omitted > 0 ? `\n<p>And ${omitted} more.</p>` : ''}`;
}

function lineOf({ payable, cents, daysOver }: AgedPayable, direction: Aging['direction']): string {
  const counterparty = direction === 'sent' ? payable.payerName : payable.payeeName;
  const texts = [payable.invoiceNumber ?? payable.id, counterparty ?? '', payable.dueDate ?? ''];
  const numbers = [String(daysOver), usd(cents)];
  return `<tr>${texts.map((text) => `<td>${escaped(text)}</td>`).join('')}${numbers
    .map((number) => `<td class="number">${number}</td>`)
    .join('')}</tr>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text of the service for HTML: no markup, and no character that reverses the text direction. */
const escaped = (text: string): string =>
  sanitize(text).replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
