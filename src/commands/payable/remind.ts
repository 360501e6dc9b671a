import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { payableUses } from '../../cli/payable/find-payable.ts';
import { columns, eitherOf } from '../../render/view.ts';
import { payablesArgument, sentInvoices, sentWhereFlags, whereHelp } from './where-flags.ts';

const scope = sentInvoices(payableUses.remind.statuses, 'outstanding payables');

export const remind = command({
  name: 'remind',
  summary: 'Send payment reminders by email',
  ...whereHelp('sent that are outstanding'),
  calls: [payable.remind, payable.get, payable.list],
  writes: true,
  asks: true,
  args: { payables: payablesArgument('outstanding payables') },
  flags: sentWhereFlags,
  view: eitherOf(columns('id', 'sent:boolean', 'to', 'sentAt:time')),
  examples: {
    'Remind the payer of one invoice': 'remit payable remind pay_…',
    'Send the reminder in a script': 'remit payable remind pay_… --json',
    'Remind every payer of an overdue invoice': 'remit payable remind --where --overdue',
  },

  async run({ context, args, flags }) {
    const { changePayables } = await import('./change-payables.ts');
    return changePayables(context, args.payables, flags, {
      ...{ operation: payable.remind, use: payableUses.remind, scope },
      ...{ verb: 'Remind', done: 'reminded' },
      send: (params) => context.call(payable.remind, { params }),
    });
  },
});
