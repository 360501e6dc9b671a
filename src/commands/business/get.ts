import { command } from '../../cli/command.ts';
import { optionalArgument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { business } from '../../contract/business.ts';
import { recordOf } from '../../render/view.ts';
import { businessColumns } from './columns.ts';

export const get = command({
  name: 'get',
  summary: 'Show one business',
  calls: [business.get],
  args: { business: optionalArgument('[business]', 'business to show', id) },
  view: recordOf(businessColumns),
  examples: ['remit business get', 'remit business get biz_… --json'],

  run: ({ context, args }) =>
    context.call(business.get, { params: { businessId: context.business(args.business) } }),
});
