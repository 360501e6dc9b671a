import { command } from '../../cli/command.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { payableReference, words } from '../../cli/flags/value-parsers.ts';
import { describePayable } from '../../cli/payable/describe-payable.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { payableColumns } from '../../cli/payable/payable-columns.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';

export const decline = command({
  name: 'decline',
  summary: 'Decline a payable, as its payer',
  calls: [payable.decline, payable.get, payable.list],
  writes: true,
  args: {
    payable: argument('<payable>', 'payable to decline (id or invoice number)', payableReference),
  },
  flags: {
    ...numberFlags,
    reason: option('--reason <text>', 'reason, shown to the sender', words),
  },
  view: recordOf(payableColumns),
  examples: [
    'remit payable decline pay_… --reason "Wrong purchase order"',
    'remit payable decline pay_… --reason "Wrong purchase order" --yes --json',
  ],

  async run({ context, args, flags }) {
    const found = await findPayable(context, args.payable, payableUses.decline, flags);
    const params = { businessId: context.business(), payableId: found.id };
    await context.confirm(
      [`Decline ${describePayable(found)}.`],
      "Declining a payable can't be undone. Decline it?",
    );
    return context.call(payable.decline, {
      params,
      body: { ...(flags.reason !== undefined && { reason: flags.reason }) },
    });
  },
});
