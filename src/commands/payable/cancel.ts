import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { payableUses } from '../../cli/payable/find-payable.ts';
import { payableOrPayables } from '../../cli/payable/payable-columns.ts';
import { payablesArgument, sentInvoices, sentWhereFlags, whereHelp } from './where-flags.ts';

const scope = sentInvoices(payableUses.cancel.statuses, 'payables that can be cancelled');

export const cancel = command({
  name: 'cancel',
  summary: 'Cancel payables, as their sender',
  ...whereHelp('sent that can be cancelled'),
  calls: [payable.cancel, payable.get, payable.list],
  writes: true,
  args: { payables: payablesArgument('payables to cancel') },
  flags: sentWhereFlags,
  view: payableOrPayables,
  examples: {
    'Cancel an invoice that you sent': 'remit payable cancel pay_…',
    'Cancel it in a script, without a prompt': 'remit payable cancel pay_… --yes --json',
    'Cancel all that a search finds for one payer':
      'remit payable cancel --where --payer "Acme Hotels" --search duplicate',
  },

  async run({ context, args, flags }) {
    const { changePayables } = await import('./change-payables.ts');
    return changePayables(context, args.payables, flags, {
      ...{ operation: payable.cancel, use: payableUses.cancel, scope },
      ...{ verb: 'Cancel', done: 'cancelled' },
      effect: "Cancelling payables can't be undone.",
      question: "Cancelling a payable can't be undone. Cancel it?",
      send: (params) => context.call(payable.cancel, { params }),
    });
  },
});
