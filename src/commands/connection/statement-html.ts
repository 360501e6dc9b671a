import type { AccountSums, OpenInvoice, StatementEntry } from '../../cash/statement/account.ts';
import type { Direction } from '../../cash/statement/invoice-history.ts';
import type {
  PartnerStatement,
  QuickPayment,
} from '../../cash/statement/read-partner-statement.ts';
import { type HtmlText, htmlDocument, htmlText } from '../../render/html-document.ts';
import { centsIn, usd } from '../../render/money.ts';

/** Returns the statement as one self-contained HTML page. */
export function statementHtml(statement: PartnerStatement): string {
  const { accounts, entries, open, quickPayments, from, to } = statement;
  const partner = statement.partnerName ?? statement.connectionId;
  const own = statement.businessName ?? statement.businessId;
  const used = accounts.filter(({ direction }) =>
    entries.some((it) => it.direction === direction && (it.amount !== null || it.balance !== 0)),
  );
  const body = htmlText`<header>
<h1>Statement of account</h1>
<dl>
<dt>Business</dt><dd>${own}</dd>
<dt>Partner</dt><dd>${partner}</dd>
<dt>Period</dt><dd>${from} to ${to}</dd>
</dl>
</header>
${used.length === 0 ? htmlText`<p>Nothing was owed in this period.</p>` : undefined}
${used.map((sums) => sectionOf(sums, statement))}
${quickPayments.length === 0 ? undefined : quickTable(quickPayments)}
<footer>
<p>Dates are in Eastern Time. An invoice counts from the day on which it was submitted, a payment from the day on which it was completed: one in flight is still owed. ${open.length === 0 ? 'No invoice is open.' : undefined}</p>
<p>Connection ${statement.connectionId}${statement.createdAt === null ? undefined : htmlText`, made ${statement.createdAt}`}</p>
</footer>`;
  return htmlDocument(`Statement of account: ${partner}, ${from} to ${to}`, STYLE, body);
}

const TITLES: Readonly<Record<Direction, string>> = {
  received: 'Invoices to pay',
  sent: 'Invoices to be paid',
};

const TYPES: Readonly<Record<StatementEntry['type'], string>> = {
  opening: 'Opening balance',
  invoice: 'Invoice',
  payment: 'Payment',
  return: 'Payment returned',
  cancellation: 'Invoice cancelled',
  decline: 'Invoice declined',
  closing: 'Closing balance',
};

function sectionOf(sums: AccountSums, { entries, open }: PartnerStatement): HtmlText {
  const { direction } = sums;
  const owed = open.filter((it) => it.direction === direction);
  return htmlText`<section>
<h2>${TITLES[direction]}</h2>
${sumsTable(sums)}
${entriesTable(entries.filter((it) => it.direction === direction))}
${owed.length === 0 ? undefined : openTable(owed)}
</section>
`;
}

function sumsTable(sums: AccountSums): HtmlText {
  const rows: readonly (readonly [string, number])[] = [
    ['Opening balance', sums.opening],
    ['Invoiced', sums.invoiced],
    ['Paid', sums.paid],
    ['Returned', sums.returned],
    ['Cancelled', sums.cancelled],
    ['Declined', sums.declined],
    ['Closing balance', sums.closing],
  ];
  const shown = rows.filter(([name, amount]) => amount !== 0 || / balance$/.test(name));
  return htmlText`<table class="sums">
<caption>Summary</caption>
<tbody>
${shown.map(
  ([name, amount]) =>
    htmlText`<tr><th scope="row">${name}</th><td class="number">${dollars(amount)}</td></tr>\n`,
)}</tbody>
</table>`;
}

function entriesTable(entries: readonly StatementEntry[]): HtmlText {
  return htmlText`<table>
<caption>Entries</caption>
${headOf(['Date', 'Entry', 'Invoice', 'Due', 'Memo'], ['Amount', 'Balance'])}
<tbody>
${entries.map(
  (it) =>
    htmlText`<tr${it.amount === null ? htmlText` class="balance"` : undefined}>${cells([it.date, TYPES[it.type], it.invoiceNumber ?? it.payableId, it.dueDate, it.memo])}${numbers([it.amount === null ? '' : dollars(it.amount), dollars(it.balance)])}</tr>\n`,
)}</tbody>
</table>`;
}

function openTable(open: readonly OpenInvoice[]): HtmlText {
  return htmlText`<table>
<caption>Open invoices</caption>
${headOf(['Invoice', 'Date', 'Due'], ['Days overdue', 'Amount'])}
<tbody>
${open.map(
  (it) =>
    htmlText`<tr>${cells([it.invoiceNumber ?? it.payableId, it.date, it.dueDate])}${numbers([String(it.daysOverdue || ''), dollars(it.amount)])}</tr>\n`,
)}</tbody>
</table>`;
}

function quickTable(payments: readonly QuickPayment[]): HtmlText {
  return htmlText`<section>
<h2>Quick payments</h2>
<table>
<caption>Payments without an invoice that were sent on this connection. They are in no sum above.</caption>
${headOf(['Date', 'Outcome'], ['Amount'])}
<tbody>
${payments.map(
  ({ date, outcome, amount }) =>
    htmlText`<tr>${cells([date, outcome])}${numbers([amount === null ? 'unknown' : dollars(amount)])}</tr>\n`,
)}</tbody>
</table>
</section>`;
}

const headOf = (texts: readonly string[], amounts: readonly string[]): HtmlText =>
  htmlText`<thead><tr>${texts.map((it) => htmlText`<th scope="col">${it}</th>`)}${amounts.map(
    (it) => htmlText`<th scope="col" class="number">${it}</th>`,
  )}</tr></thead>`;

const cells = (texts: readonly (string | null)[]): readonly HtmlText[] =>
  texts.map((it) => htmlText`<td>${it}</td>`);

const numbers = (texts: readonly string[]): readonly HtmlText[] =>
  texts.map((it) => htmlText`<td class="number">${it}</td>`);

const dollars = (amount: number): string => usd(centsIn(amount) ?? 0);

const STYLE = `
@page { margin: 18mm 15mm }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1 { font-size: 1.6rem; margin: 0 0 .5rem } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0 } dt { color: #555 } dd { margin: 0 }
table { border-collapse: collapse; width: 100%; margin: 0 0 1rem }
table.sums { width: auto; min-width: 20rem }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
th, td { text-align: left; vertical-align: top; padding: .2rem .75rem .2rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; font-weight: normal }
thead th, tr.balance td, table.sums tr:last-child > * { font-weight: 600 }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
footer { color: #555; font-size: .85rem; margin-top: 2rem }
@media print {
  body { font-size: 10pt; margin: 0; max-width: none; padding: 0 }
  thead { display: table-header-group } tr { break-inside: avoid } h2, caption { break-after: avoid }
}
`;
