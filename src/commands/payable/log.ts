import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { payable } from '../../contract/payable.ts';
import { columns, listOf } from '../../render/view.ts';

export const log = command({
  name: 'log',
  summary: 'Show the activity log of a payable, oldest first',
  calls: [payable.activity],
  args: { payable: argument('<payable>', 'payable', id) },
  view: listOf(
    columns(
      'createdAt:time',
      'type',
      'message',
      'actor.name',
      'fromStatus:state',
      'toStatus:state',
    ),
    'No activity.',
  ),
  examples: ['remit payable log pay_…', 'remit payable log pay_… --json'],

  run: ({ context, args }) =>
    context.records(payable.activity, {
      params: { businessId: context.business(), payableId: args.payable },
    }),
});
