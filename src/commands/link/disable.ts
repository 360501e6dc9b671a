import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { link } from '../../contract/link.ts';
import { recordOf } from '../../render/view.ts';
import { linkColumns } from './columns.ts';

export const disable = command({
  name: 'disable',
  summary: 'Disable the payment link of a payable',
  calls: [link.disable],
  writes: true,
  args: { payable: argument('<payable>', 'payable to change', id) },
  view: recordOf(linkColumns),
  examples: ['remit link disable pay_…', 'remit link disable pay_… --yes --json'],

  async run({ context, args }) {
    const params = { businessId: context.business(), payableId: args.payable };
    await context.confirm(
      [`Disable the payment link of payable ${args.payable}: it can no longer be used to pay.`],
      'Disable it?',
    );
    return context.call(link.disable, { params });
  },
});
