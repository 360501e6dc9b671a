import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { payableColumns } from '../../cli/payable/payable-columns.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';

export const get = command({
  name: 'get',
  summary: 'Show one payable',
  calls: [payable.get],
  args: { payable: argument('<payable>', 'payable to show', id) },
  view: recordOf(payableColumns),
  examples: ['remit payable get pay_…', 'remit payable get pay_… --json --query status'],

  run: ({ context, args }) =>
    context.call(payable.get, {
      params: { businessId: context.business(), payableId: args.payable },
    }),
});
