import { command } from '../../cli/command.ts';
import { optionalArgument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { link } from '../../contract/link.ts';
import { recordOf } from '../../render/view.ts';
import { businessColumns } from './columns.ts';

export const get = command({
  name: 'get',
  summary: 'Show one business',
  about:
    'A table has all that the service says, in sections, with the balance, the pay-me link and the default bank account; every other format has the record.',
  calls: [business.get, business.balance, link.payMe, bank.list],
  args: { business: optionalArgument('[business]', 'business to show', id) },
  shows: 'business',
  view: recordOf(businessColumns),
  examples: ['remit business get', 'remit business get biz_… --json'],

  run: ({ context, args }) =>
    context.call(business.get, { params: { businessId: context.business(args.business) } }),

  sections: async ({ context, record }) =>
    (await import('./business-sections.ts')).businessSections(context, record),
});
