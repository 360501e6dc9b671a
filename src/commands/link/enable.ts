import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { link } from '../../contract/link.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';
import { linkColumns } from './columns.ts';

export const enable = command({
  name: 'enable',
  summary: 'Enable a payment link, for payers without an account',
  calls: [link.enable, payable.get, payable.list],
  writes: true,
  args: { payable: argument('<payable>', 'payable (id or invoice number)', payableReference) },
  flags: numberFlags,
  view: recordOf(linkColumns),
  examples: ['remit link enable pay_…', 'remit link enable pay_… --json'],

  async run({ context, args, flags }) {
    const { id } = await findPayable(context, args.payable, payableUses.link, flags);
    return context.call(link.enable, {
      params: { businessId: context.business(), payableId: id },
    });
  },
});
