import { connection } from '../../api/operations/connection.ts';
import { payable } from '../../api/operations/payable.ts';
import { periodFlags } from '../../cash/statement/period-flags.ts';
import type { PartnerStatement } from '../../cash/statement/read-partner-statement.ts';
import { command } from '../../cli/command.ts';
import { argument, toggle } from '../../cli/flags/flag.ts';
import { reference } from '../../cli/flags/value-parsers.ts';
import { columns, recordOfRows } from '../../render/view.ts';

const html = async (statement: unknown): Promise<string> => {
  const { statementHtml } = await import('./statement-html.ts');
  return statementHtml(statement as PartnerStatement);
};

const entries = recordOfRows(
  'entries',
  columns(
    'direction #4',
    'date:date #1',
    'type #2',
    'invoiceNumber #5',
    'dueDate:date #7',
    'memo #8',
    'amount:money #3',
    'balance:money #6',
    'payableId #9',
  ),
  html,
);

const openInvoices = recordOfRows(
  'open',
  columns(
    'direction',
    'invoiceNumber',
    'date:date',
    'dueDate:date',
    'daysOverdue:number',
    'amount:money',
    'payableId',
  ),
  html,
);

export const statement = command({
  name: 'statement',
  summary: 'Show the statement of account with a trading partner',
  about: [
    'Lists what was invoiced, paid, returned, cancelled and declined, from the opening to the closing balance of a period, in both directions: invoices received, to pay, and invoices sent, to be paid. The two are never added up.',
    'Dates are YYYY-MM-DD, a month such as 2026-03, today, or days from today: -30d. With -o html or --out <file>.html it is a page for printing; --json has sums, entries and open invoices.',
  ].join('\n\n'),
  details:
    'An invoice counts from the day on which it was submitted, a payment from the day on which it was completed: one in flight is still owed. Days are in Eastern Time. Quick payments have no invoice; those in the journal are named, and are in no sum.',
  calls: [payable.list, payable.activity, connection.get],
  args: { connection: argument('<connection>', 'connection', reference) },
  flags: {
    ...periodFlags,
    unpaid: toggle('--unpaid', 'print the invoices open at the end instead of the entries'),
  },
  view: entries,
  viewFor: ({ unpaid }) => (unpaid ? openInvoices : undefined),
  examples: {
    'Show the statement of March': 'remit connection statement conn_… --from 2026-03 --to 2026-03',
    'Write it as a page to print or send':
      'remit connection statement conn_… --from 2026-03 --to 2026-03 --out statement.html',
    'Export its open invoices as CSV': 'remit connection statement conn_… --unpaid --csv',
    'Print only the sums': 'remit connection statement conn_… --json --query accounts',
  },

  async run({ context, args, flags: { from, to } }) {
    const { readPartnerStatement } = await import('../../cash/statement/read-partner-statement.ts');
    const businessId = context.business();
    return readPartnerStatement(context, { connectionId: args.connection, businessId, from, to });
  },
});
