import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { business } from '../../contract/business.ts';
import { recordOf } from '../../render/view.ts';
import { businessColumns } from './columns.ts';

export const setAlias = command({
  name: 'set-alias',
  summary: 'Set the name that connected businesses see',
  calls: [business.setAlias],
  writes: true,
  args: {
    business: argument('<business>', 'business to change', id),
    alias: argument('<alias>', 'display name', words),
  },
  view: recordOf(businessColumns),
  examples: [
    'remit business set-alias biz_… "Acme"',
    'remit business set-alias biz_… "Acme" --json',
  ],

  run: ({ context, args }) =>
    context.call(business.setAlias, {
      params: { businessId: context.business(args.business) },
      body: { alias: args.alias },
    }),
});
