import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';

export const set = command({
  name: 'set',
  summary: 'Map a field, enum value or path to its name in your service',
  about:
    'clearingSpeed is the field in every operation, pay.initiate.clearingSpeed in one, link.status:enabled an enum value, bank.linkToken a path. amountUnit is dollars or cents.',
  args: {
    name: argument('<name>', 'name in remit dialect list', words),
    apiName: argument('<api-name>', 'name in the API of your service', words),
  },
  view: text,
  examples: {
    'Map a field': 'remit dialect set clearingSpeed speed',
    'Map an enum value': 'remit dialect set link.status:enabled ACTIVE --profile live',
    'Map the path of an operation':
      'remit dialect set bank.linkToken /api/bank-accounts/provider-link-token -P live',
  },

  async run({ context, args }) {
    const { editDialect, withEntry } = await import('./edit-dialect.ts');
    const profile = await editDialect(context, (now) => withEntry(now, args.name, args.apiName));
    return `${args.name} is ${args.apiName} (profile ${profile}).`;
  },
});
