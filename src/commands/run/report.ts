import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { headText } from '../../journal/chain/entry.ts';
import { reportOf, tallyLine, tallyOf } from '../../payments/run/report.ts';
import { usd } from '../../render/money.ts';
import { columns, listOf } from '../../render/view.ts';

export const report = command({
  name: 'report',
  summary: 'Report the outcome of every row of a plan, from the journal',
  about: 'The totals are printed to standard error; they add up to the total of the plan.',
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  view: listOf(
    columns(
      'row:number #1',
      'ref #8',
      'payableId #6',
      'invoiceNumber #5',
      'payeeName #4',
      'amount:money #3',
      'outcome:state #2',
      'paymentId #7',
      'batch:number #11',
      'intentId #10',
      'settledAt:time #9',
    ),
    'The plan is empty.',
  ),
  examples: ['remit run report run.json', 'remit run report run.json --csv --out report.csv'],

  async run({ context, args }) {
    const found = await reportOf(context, args.plan);
    const { count, cents } = found.file.plan.totals;
    context.notice(`Of ${count} payments, ${usd(cents)}: ${tallyLine(tallyOf(found))}.`);
    context.notice(`Journal head: ${headText(await (await context.journal()).head())}`);
    return found.rows;
  },
});
