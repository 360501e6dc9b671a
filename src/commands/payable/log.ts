import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { activityColumns, activityTerminalColumns } from '../../cli/payable/activity.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { payable } from '../../contract/payable.ts';
import { listOf } from '../../render/view.ts';

export const log = command({
  name: 'log',
  summary: 'Show the activity log of a payable, oldest first',
  calls: [payable.activity, payable.get, payable.list],
  args: { payable: argument('<payable>', 'payable (id or invoice number)', payableReference) },
  flags: numberFlags,
  view: listOf(activityColumns, 'No activity.', { terminal: activityTerminalColumns }),
  examples: ['remit payable log pay_…', 'remit payable log pay_… --json'],

  async run({ context, args, flags }) {
    const { id } = await findPayable(context, args.payable, payableUses.read, flags);
    return context.records(payable.activity, {
      params: { businessId: context.business(), payableId: id },
    });
  },
});
