import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { describePayable } from '../../cli/payable/describe-payable.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { link } from '../../contract/link.ts';
import { payable } from '../../contract/payable.ts';
import { assertPayableUnchanged } from '../../payments/changes.ts';
import { cuttable } from '../../render/cuttable.ts';
import { recordOf } from '../../render/view.ts';
import { linkColumns } from './columns.ts';

export const disable = command({
  name: 'disable',
  summary: 'Disable the payment link of a payable',
  calls: [link.disable, payable.get, payable.list],
  writes: true,
  args: {
    payable: argument('<payable>', 'payable to change (id or invoice number)', payableReference),
  },
  flags: numberFlags,
  view: recordOf(linkColumns),
  examples: ['remit link disable pay_…', 'remit link disable pay_… --yes --json'],

  async run({ context, args, flags }) {
    const found = await findPayable(context, args.payable, payableUses.disableLink, flags);
    const params = { businessId: context.business(), payableId: found.id };
    const isAsked = await context.confirm(
      [
        cuttable`Disable the payment link of ${describePayable(found)}: it can no longer be used to pay.`,
      ],
      'Disable it?',
    );
    if (isAsked) assertPayableUnchanged(found, await context.call(payable.get, { params }));
    return context.call(link.disable, { params });
  },
});
