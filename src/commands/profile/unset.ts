import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';
import { unsetProfileKey } from '../../service/profiles.ts';

export const unset = command({
  name: 'unset',
  summary: 'Take a key out of the profile in use',
  args: { key: argument('<key>', 'key', words) },
  view: text,
  examples: ['remit profile unset business', 'remit profile unset output --profile sandbox'],

  async run({ context, args }) {
    const name = await unsetProfileKey(context, args.key);
    return `${args.key} is not set any more (profile ${name}).`;
  },
});
