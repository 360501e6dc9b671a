import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import {
  argument,
  option,
  repeatableOption,
  requiredOption,
  toggle,
} from '../../cli/flags/flag.ts';
import { dateExpression, file, reference } from '../../cli/flags/value-parsers.ts';
import { dateFormat } from '../../cli/input/date-format.ts';
import {
  findPayable,
  numberFlags,
  payableArgument,
  payableUses,
} from '../../cli/payable/find-payable.ts';
import {
  activityColumns,
  activityTerminalColumns,
  payableColumns,
} from '../../cli/payable/payable-columns.ts';
import { editable } from '../../cli/payable/update-body.ts';
import { UsageError } from '../../money/errors.ts';
import { assertPayableUnchanged } from '../../money/gate/changes.ts';
import { centsIn } from '../../render/money.ts';
import { columns, listOf, recordOf, recordOfRows } from '../../render/view.ts';
import { aging } from './aging.ts';
import { approve } from './approve.ts';
import { cancel } from './cancel.ts';
import { create } from './create.ts';
import { decline } from './decline.ts';
import { duplicates } from './duplicates.ts';
import { exportCsv } from './export.ts';
import { list } from './list.ts';
import { remind } from './remind.ts';
import { update } from './update.ts';

const get = command({
  name: 'get',
  summary: 'Show one payable',
  about:
    'A table has all that the service says, in sections, with the last entries of its log; every other format has the record.',
  calls: [payable.get, payable.list, payable.activity],
  args: {
    payable: payableArgument('payable to show'),
  },
  flags: numberFlags,
  shows: 'payable',
  view: recordOf(payableColumns),
  examples: {
    'Show a payable by its id': 'remit payable get pay_…',
    'Show a payable by its invoice number': 'remit payable get CL-1001',
    'Print only its status': 'remit payable get pay_… --json --query status',
  },

  run: ({ context, args, flags }) => findPayable(context, args.payable, payableUses.read, flags),

  sections: async ({ context, record }) =>
    (await import('./payable-sections.ts')).payableSections(context, record),
});

const submit = command({
  name: 'submit',
  summary: 'Submit a draft to its payer',
  calls: [payable.update, payable.get, payable.list],
  writes: true,
  asks: true,
  args: {
    payable: payableArgument('draft to submit'),
  },
  flags: numberFlags,
  view: recordOf(payableColumns),
  examples: {
    'Submit a draft': 'remit payable submit pay_…',
    'Submit it in a script': 'remit payable submit pay_… --json',
  },

  async run({ context, args, flags }) {
    const found = await findPayable(context, args.payable, payableUses.submit, flags);
    const params = { businessId: context.business(), payableId: found.id };
    const { confirmInvoice, payerOf } = await import('./confirm-invoice.ts');
    const { amount, invoiceNumber, dueDate } = found;
    const isAsked = await confirmInvoice(context, {
      ...{ payer: payerOf(found), cents: centsIn(amount) ?? null },
      ...{ invoiceNumber, dueDate },
    });
    if (isAsked) assertPayableUnchanged(found, await context.call(payable.get, { params }));
    const before = editable(found);
    const body = { ...before, submit: true };
    return context.call(payable.update, { params, body }, { carriedOver: Object.keys(before) });
  },
});

const log = command({
  name: 'log',
  summary: 'Show the activity log of a payable, oldest first',
  calls: [payable.activity, payable.get, payable.list],
  args: { payable: payableArgument() },
  flags: numberFlags,
  view: listOf(activityColumns, 'No activity.', { terminal: activityTerminalColumns }),
  examples: {
    'Show what happened to a payable': 'remit payable log pay_…',
    'Print the log as JSON': 'remit payable log pay_… --json',
  },

  async run({ context, args, flags }) {
    const { id } = await findPayable(context, args.payable, payableUses.read, flags);
    return context.records(payable.activity, {
      params: { businessId: context.business(), payableId: id },
    });
  },
});

const evidence = command({
  name: 'evidence',
  summary: 'Collect what proves the payment of a payable in a directory',
  about: [
    'Writes a new directory: the record and the activity log as the service returns them, the requests for it in the journal with their outcomes and verdicts, the plan files of the payment runs given with --plan, a summary for people (README.txt), and the SHA-256 of each file.',
    'The same records make the same files; only manifest.json has the time. To verify the directory later: sha256sum -c SHA256SUMS. The journal has the requests of this machine, or of all that share it.',
  ].join('\n\n'),
  calls: [payable.get, payable.activity, payable.list],
  args: {
    payable: payableArgument('payable that was paid'),
  },
  flags: {
    dir: requiredOption('--dir <dir>', 'directory to create; it must not exist', file),
    plan: repeatableOption(
      '--plan <plan>...',
      'plan file of a payment run that paid it; its signatures are in it',
      file,
    ),
    ...numberFlags,
  },
  view: recordOfRows('files', columns('name', 'bytes:number', 'content', 'sha256')),
  examples: {
    'Collect the evidence of an invoice': 'remit payable evidence CL-1001 --dir evidence-CL-1001',
    'Collect it in a script': 'remit payable evidence pay_… --dir evidence --json',
  },

  async run({ context, args, flags }) {
    if (context.globalFlags.force) {
      throw new UsageError('--force cannot be used here: evidence never replaces files.');
    }
    const complete = await context.files.reserveFolder(flags.dir);
    const { collectEvidence } = await import('./evidence/collect-evidence.ts');
    const { files, summary } = await collectEvidence(context, args.payable, flags);
    await complete(files);
    context.notice(`To verify ${flags.dir}: sha256sum -c SHA256SUMS, in this directory.`);
    return { folder: flags.dir, ...summary };
  },
});

const recur = command({
  name: 'recur',
  summary: 'Create the recurring invoices of a schedule that are due',
  about:
    'The schedule is CSV with the columns of payable create --file, and start, rule and roll: start is the first date, rule an RRULE of RFC 5545 such as FREQ=MONTHLY;BYMONTHDAY=1, and roll (none, preceding, following) moves dates that are not business days. An invoice whose number exists on its connection is not created again, whatever its status: run it every night. What nights missed is created later. --dry-run shows what exists, what would be created, and the next three of each row.',
  details:
    'dueDate is +<n>d, days after the date (default +0d). invoiceNumber, memo and lines may contain {n}, the number of the date from the start, {date} and {yyyy-mm}. Invoice numbers must be unique.',
  calls: [payable.create, payable.list],
  writes: true,
  extraExits: ['partly'],
  args: { schedule: argument('<schedule>', 'schedule, or - for standard input', file) },
  flags: {
    until: option(
      '--until <date>',
      'create invoices dated up to this date; +14d is two weeks ahead (default today)',
      dateExpression,
    ),
    since: option(
      '--since <date>',
      'from this invoice date on: earlier invoices are left out',
      dateExpression,
    ),
    connection: option('--connection <id>', 'connection of rows without one', reference),
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
  examples: {
    'Show what would be created today': 'remit payable recur schedule.csv --dry-run',
    'Create what is due in the next 14 days':
      'remit payable recur schedule.csv --until +14d --submit',
    'Create and submit what is due, in a nightly job':
      'remit payable recur schedule.csv --since 2026-03-01 --submit --json',
  },

  async run({ context, args, flags }) {
    const { createRecurring } = await import('./recur-invoices.ts');
    return createRecurring(context, args.schedule, flags);
  },
});

export const commands = [
  create,
  recur,
  list,
  get,
  update,
  submit,
  approve,
  decline,
  cancel,
  remind,
  log,
  evidence,
  exportCsv,
  aging,
  duplicates,
];
