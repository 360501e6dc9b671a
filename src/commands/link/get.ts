import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { link } from '../../contract/link.ts';
import { recordOf } from '../../render/view.ts';
import { linkColumns } from './columns.ts';

export const get = command({
  name: 'get',
  summary: 'Show the payment link of a payable',
  calls: [link.get],
  args: { payable: argument('<payable>', 'payable', id) },
  view: recordOf(linkColumns),
  examples: ['remit link get pay_…', 'remit link get pay_… --json'],

  run: ({ context, args }) =>
    context.call(link.get, {
      params: { businessId: context.business(), payableId: args.payable },
    }),
});
