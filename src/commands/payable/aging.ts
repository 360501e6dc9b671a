import { newYorkDate } from '../../api/ach/calendar.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { type AgingRow, computeAging, rowsOf } from '../../cash/aging.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { choice, option } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { columns, listOf } from '../../render/view.ts';

/** The columns in a terminal, where overdue buckets are colored. */
const terminalColumns = columns(
  'direction',
  'bucket:state',
  'count:number',
  'amount:money',
  'share:share',
);

export const aging = command({
  name: 'aging',
  summary: 'Show an aging report of open payables',
  about: [
    "Covers payables that are submitted, approved or scheduled and not yet paid, received and sent separately, by due date as of the service's date.",
    "The share is the part of the direction's total: a bar in a table, a number from 0 to 1 elsewhere. In a terminal, empty buckets are left out, and overdue ones are colored.",
  ].join('\n'),
  calls: [payable.list],
  perBusiness: { without: ['report'] },
  flags: {
    direction: choice('--direction <direction>', 'received or sent payables only', [
      'received',
      'sent',
    ]),
    report: option('--report <file>', 'also write an HTML report', file),
  },
  view: listOf(
    columns('direction', 'bucket', 'count:number', 'amount:money', 'share:share'),
    'No open payables.',
    { terminal: terminalColumns, atTerminal: { shows: (row) => (row as AgingRow).count > 0 } },
  ),
  examples: {
    'Show what you owe, by age': 'remit payable aging --direction received',
    'Show receivables and payables of all businesses': 'remit payable aging -b all',
    'Write a page to print or send': 'remit payable aging --report aging.html',
    'Write the report as CSV': 'remit payable aging --csv --out aging.csv',
  },

  async run({ context, flags: { direction, report } }) {
    const businessId = context.business();
    const writeReport = report === undefined ? undefined : await context.files.reserve(report);
    const open = await openPayables(context, businessId);
    const today = newYorkDate((await context.serviceTime()) ?? new Date());
    const found = computeAging(open, { businessId, today }).filter(
      (aging) => direction === undefined || aging.direction === direction,
    );
    if (writeReport) {
      const { agingReportHtml } = await import('./aging-report.ts');
      await writeReport(agingReportHtml(found, { businessId, today }));
      context.notice(`The report is in ${report}.`);
    }
    return found.flatMap(rowsOf);
  },
});

/** Returns the open payables. One whose status changes between two reads is found twice, and counts once. */
async function openPayables(context: Context, businessId: string): Promise<readonly Payable[]> {
  const { visitPayables } = await import('../../cli/payable/visit-payables.ts');
  const found = new Map<string, Payable>();
  await visitPayables(context, businessId, ['SUBMITTED', 'APPROVED', 'SCHEDULED'], (it) =>
    found.set(it.id, it),
  );
  return [...found.values()];
}
