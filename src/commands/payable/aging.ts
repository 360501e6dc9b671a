import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { choice, option } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { newYorkDate } from '../../contract/ach/calendar.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import { columns, listOf } from '../../render/view.ts';
import { agingOf, rowsOf } from './aging-buckets.ts';

export const aging = command({
  name: 'aging',
  summary: 'Sum up what is owed by how long it is overdue',
  about: [
    'What is submitted, approved or scheduled and not paid yet, received and sent apart, by due date and the day of the service.',
    'The share is the part of all that is owed in that direction: a bar in a table, a number from 0 to 1 elsewhere.',
  ].join('\n'),
  calls: [payable.list],
  flags: {
    direction: choice('--direction <direction>', 'what was sent, or received, alone', [
      'received',
      'sent',
    ]),
    report: option('--report <file>', 'write a page of HTML too, to look at or to print', file),
  },
  view: listOf(
    columns('direction', 'bucket', 'count:number', 'amount:money', 'share:share'),
    'Nothing is owed.',
  ),
  examples: [
    'remit payable aging --direction received',
    'remit payable aging --report aging.html',
    'remit payable aging --csv --out aging.csv',
  ],

  async run({ context, flags: { direction, report } }) {
    const businessId = context.business();
    const writeReport = report === undefined ? undefined : await context.files.reserve(report);
    const open = await openPayables(context, businessId);
    const today = newYorkDate((await context.serviceTime()) ?? new Date());
    const found = agingOf(open, { businessId, today }).filter(
      (it) => direction === undefined || it.direction === direction,
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
  const found = new Map<string, Payable>();
  for (const status of ['SUBMITTED', 'APPROVED', 'SCHEDULED']) {
    const input = { params: { businessId }, query: { status } };
    for await (const it of context.records<Payable>(payable.list, input)) found.set(it.id, it);
  }
  return [...found.values()];
}
