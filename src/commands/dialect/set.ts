import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';

export const set = command({
  name: 'set',
  summary: 'Spell a name, a word or a path as the service of the profile does',
  about:
    'clearingSpeed means it wherever it is assumed, pay.initiate.clearingSpeed in one operation, link.status:enabled a word, bank.linkToken a path. amountUnit is dollars or cents.',
  args: {
    name: argument('<name>', 'what remit dialect list calls it', words),
    apiName: argument('<api-name>', 'what the service calls it', words),
  },
  view: text,
  examples: [
    'remit dialect set clearingSpeed speed',
    'remit dialect set link.status:enabled ACTIVE --profile live',
    'remit dialect set bank.linkToken /api/bank-accounts/provider-link-token -P live',
  ],

  async run({ context, args }) {
    const { editDialect, withEntry } = await import('./edit-dialect.ts');
    const profile = await editDialect(context, (now) => withEntry(now, args.name, args.apiName));
    return `${args.name} is ${args.apiName} (profile ${profile}).`;
  },
});
