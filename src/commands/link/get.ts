import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { link } from '../../contract/link.ts';
import { payable } from '../../contract/payable.ts';
import { recordSections } from '../../render/sections.ts';
import { recordOf } from '../../render/view.ts';
import { linkColumns } from './columns.ts';

export const get = command({
  name: 'get',
  summary: 'Show the payment link of a payable',
  calls: [link.get, payable.get, payable.list],
  args: { payable: argument('<payable>', 'payable (id or invoice number)', payableReference) },
  flags: numberFlags,
  view: recordOf(linkColumns),
  examples: ['remit link get pay_…', 'remit link get pay_… --json'],

  async run({ context, args, flags }) {
    const { id } = await findPayable(context, args.payable, payableUses.read, flags);
    return context.call(link.get, {
      params: { businessId: context.business(), payableId: id },
    });
  },

  sections: async ({ record }) =>
    recordSections(record, [['Payment link', 'status:state', 'url=URL', 'nanoId=Link id']]),
});
