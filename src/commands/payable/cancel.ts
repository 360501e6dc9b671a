import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { describePayable } from '../../cli/payable/describe-payable.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { payableColumns } from '../../cli/payable/payable-columns.ts';
import { payable } from '../../contract/payable.ts';
import { assertPayableUnchanged } from '../../payments/changes.ts';
import { cuttable } from '../../render/cuttable.ts';
import { recordOf } from '../../render/view.ts';

export const cancel = command({
  name: 'cancel',
  summary: 'Cancel a payable, as its sender',
  calls: [payable.cancel, payable.get, payable.list],
  writes: true,
  args: {
    payable: argument('<payable>', 'payable to cancel (id or invoice number)', payableReference),
  },
  flags: numberFlags,
  view: recordOf(payableColumns),
  examples: ['remit payable cancel pay_…', 'remit payable cancel pay_… --yes --json'],

  async run({ context, args, flags }) {
    const found = await findPayable(context, args.payable, payableUses.cancel, flags);
    const params = { businessId: context.business(), payableId: found.id };
    const isAsked = await context.confirm(
      [cuttable`Cancel ${describePayable(found)}.`],
      "Cancelling a payable can't be undone. Cancel it?",
    );
    if (isAsked) assertPayableUnchanged(found, await context.call(payable.get, { params }));
    return context.call(payable.cancel, { params });
  },
});
