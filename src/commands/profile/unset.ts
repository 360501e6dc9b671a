import { command } from '../../cli/command.ts';
import { argument, withSuggestions } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { profileKeys } from '../../config/settings-schema.ts';
import { text } from '../../render/view.ts';
import { unsetProfileKey } from '../../service/profiles.ts';

export const unset = command({
  name: 'unset',
  summary: 'Remove a setting of the profile',
  args: { key: withSuggestions(Object.keys(profileKeys), argument('<key>', 'key', words)) },
  view: text,
  examples: ['remit profile unset business', 'remit profile unset output --profile sandbox'],

  async run({ context, args }) {
    const name = await unsetProfileKey(context, args.key);
    return `${args.key} is removed (profile ${name}).`;
  },
});
