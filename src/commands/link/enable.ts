import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { link } from '../../contract/link.ts';
import { recordOf } from '../../render/view.ts';
import { linkColumns } from './columns.ts';

export const enable = command({
  name: 'enable',
  summary: 'Enable a payment link, for payers without an account',
  calls: [link.enable],
  writes: true,
  args: { payable: argument('<payable>', 'payable', id) },
  view: recordOf(linkColumns),
  examples: ['remit link enable pay_…', 'remit link enable pay_… --json'],

  run: ({ context, args }) =>
    context.call(link.enable, {
      params: { businessId: context.business(), payableId: args.payable },
    }),
});
