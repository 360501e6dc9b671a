import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';

export const unset = command({
  name: 'unset',
  summary: 'Remove a setting',
  args: { key: argument('<key>', 'setting', words) },
  view: text,
  examples: ['remit config unset output', 'remit config unset timeout'],

  async run({ context, args }) {
    await context.settings.unset(args.key);
    return `${args.key} is removed.`;
  },
});
