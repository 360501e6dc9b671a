import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';

export const set = command({
  name: 'set',
  summary: 'Change a setting for every profile',
  args: {
    key: argument('<key>', 'output, timeout, retries or timeZone', words),
    value: argument('<value>', 'its value', words),
  },
  view: text,
  examples: ['remit config set output json', 'remit config set timeZone America/New_York'],

  async run({ context, args }) {
    await context.settings.set(args.key, args.value);
    return `${args.key} is set.`;
  },
});
