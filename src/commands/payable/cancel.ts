import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { describePayable } from '../../cli/payable/describe-payable.ts';
import { payableColumns } from '../../cli/payable/payable-columns.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';

export const cancel = command({
  name: 'cancel',
  summary: 'Cancel a payable, as its sender',
  calls: [payable.cancel, payable.get],
  writes: true,
  args: { payable: argument('<payable>', 'payable to cancel', id) },
  view: recordOf(payableColumns),
  examples: ['remit payable cancel pay_…', 'remit payable cancel pay_… --yes --json'],

  async run({ context, args }) {
    const params = { businessId: context.business(), payableId: args.payable };
    await context.confirm(
      [`Cancel ${describePayable(await context.call(payable.get, { params }))}.`],
      "Cancelling a payable can't be undone. Cancel it?",
    );
    return context.call(payable.cancel, { params });
  },
});
