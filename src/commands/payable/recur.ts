import { command } from '../../cli/command.ts';
import { argument, option, toggle } from '../../cli/flags/flag.ts';
import { dateExpression, file, id } from '../../cli/flags/value-parsers.ts';
import { dateFormat } from '../../cli/input/date-format.ts';
import { payable } from '../../contract/payable.ts';
import { columns, listOf } from '../../render/view.ts';

export const recur = command({
  name: 'recur',
  summary: 'Create the recurring invoices of a schedule that are due',
  about: [
    'The schedule is CSV with the columns of payable create --file, and start, rule and roll: start is the first date, rule an RRULE of RFC 5545 such as FREQ=MONTHLY;BYMONTHDAY=1, and roll (none, preceding, following) moves dates that are not business days. dueDate is +<n>d, days after the date (default +0d).',
    'invoiceNumber, memo and lines may contain {n}, the number of the date from the start, {date} and {yyyy-mm}. Invoice numbers must be unique.',
    'An invoice whose number exists on its connection is not created again, whatever its status: run it every night. What nights missed is created later.',
    '--dry-run shows what exists, what would be created, and the next three of each row.',
  ].join('\n'),
  calls: [payable.create, payable.list],
  writes: true,
  extraExits: ['partly'],
  args: { schedule: argument('<schedule>', 'schedule, or - for standard input', file) },
  flags: {
    until: option(
      '--until <date>',
      'create invoices dated up to this date (default today); +14d is two weeks ahead',
      dateExpression,
    ),
    since: option('--since <date>', 'leave out invoices dated before this date', dateExpression),
    connection: option('--connection <id>', 'connection of rows without one', id),
    submit: toggle('--submit', 'submit the invoices to the payer'),
    dateFormat: option(
      '--date-format <format>',
      'how the schedule writes start, such as MM/DD/YYYY (default YYYY-MM-DD)',
      dateFormat,
    ),
  },
  view: listOf(
    columns(
      'row:number #5',
      'invoiceNumber #1',
      'date:date #2',
      'dueDate:date #6',
      'amount:money #4',
      'status:state #3',
      'id #7',
      'error:below',
    ),
    'Nothing was created.',
  ),
  examples: [
    'remit payable recur schedule.csv --dry-run',
    'remit payable recur schedule.csv --until +14d --submit',
    'remit payable recur schedule.csv --since 2026-03-01 --submit --json',
  ],

  async run({ context, args, flags }) {
    const { createRecurring } = await import('./recur-invoices.ts');
    return createRecurring(context, args.schedule, flags);
  },
});
