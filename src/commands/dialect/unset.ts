import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';

export const unset = command({
  name: 'unset',
  summary: 'Remove a mapping',
  args: { name: argument('<name>', 'name given to remit dialect set', words) },
  view: text,
  examples: {
    'Remove a mapping': 'remit dialect unset clearingSpeed',
    'Remove a mapping of another profile': 'remit dialect unset clearingSpeed -P live',
  },

  async run({ context, args }) {
    const { editDialect, withoutEntry } = await import('./edit-dialect.ts');
    const profile = await editDialect(context, (now) => withoutEntry(now, args.name));
    return `${args.name} has no mapping (profile ${profile}).`;
  },
});
