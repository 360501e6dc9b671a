import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { option } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { payableUses } from '../../cli/payable/find-payable.ts';
import { payableOrPayables } from '../../cli/payable/payable-columns.ts';
import { payablesArgument, submittedBills, WHERE_HELP, whereFlags } from './where-flags.ts';

export const decline = command({
  name: 'decline',
  summary: 'Decline payables, as their payer',
  ...WHERE_HELP,
  calls: [payable.decline, payable.get, payable.list],
  writes: true,
  args: { payables: payablesArgument('payables to decline') },
  flags: {
    reason: option('--reason <text>', 'reason, shown to the sender', words),
    ...whereFlags,
  },
  view: payableOrPayables,
  examples: {
    'Decline a payable, and say why': 'remit payable decline pay_… --reason "Wrong purchase order"',
    'Decline it in a script, without a prompt':
      'remit payable decline pay_… --reason "Wrong purchase order" --yes --json',
    'Decline two invoices of one partner':
      'remit payable decline CL-1002 CL-1004 --connection conn_… --reason Duplicate',
    'Decline all that a search finds':
      'remit payable decline --where --search duplicate --reason Duplicate',
  },

  async run({ context, args, flags }) {
    const { changePayables } = await import('./change-payables.ts');
    const body = { ...(flags.reason !== undefined && { reason: flags.reason }) };
    return changePayables(context, args.payables, flags, {
      ...{ operation: payable.decline, use: payableUses.decline, scope: submittedBills },
      ...{ verb: 'Decline', done: 'declined' },
      effect: "Declining payables can't be undone.",
      question: "Declining a payable can't be undone. Decline it?",
      send: (params) => context.call(payable.decline, { params, body }),
    });
  },
});
