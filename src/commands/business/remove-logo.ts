import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { business } from '../../contract/business.ts';
import { recordOf } from '../../render/view.ts';
import { logoColumns } from './columns.ts';

export const removeLogo = command({
  name: 'remove-logo',
  summary: 'Remove the logo of a business',
  calls: [business.removeLogo],
  writes: true,
  args: { business: argument('<business>', 'business to change', id) },
  view: recordOf(logoColumns),
  examples: ['remit business remove-logo biz_…', 'remit business remove-logo biz_… --yes --json'],

  async run({ context, args }) {
    const businessId = context.business(args.business);
    await context.confirm([`Remove the logo of business ${businessId}.`], 'Remove it?');
    return context.call(business.removeLogo, { params: { businessId } });
  },
});
