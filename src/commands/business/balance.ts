import { command } from '../../cli/command.ts';
import { optionalArgument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { business } from '../../contract/business.ts';
import { recordOf } from '../../render/view.ts';
import { balanceColumns } from './columns.ts';

export const balance = command({
  name: 'balance',
  summary: 'Show the available balance of a business, and what is in transit',
  calls: [business.balance],
  args: { business: optionalArgument('[business]', 'business to show', id) },
  view: recordOf(balanceColumns),
  examples: ['remit business balance', 'remit business balance --json --query available'],

  run: ({ context, args }) =>
    context.call(business.balance, { params: { businessId: context.business(args.business) } }),
});
