import { command } from '../../cli/command.ts';
import { argument, withSuggestions } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { profileKeys } from '../../config/settings-schema.ts';
import { text } from '../../render/view.ts';
import { setProfileKey } from '../../service/profiles.ts';

export const set = command({
  name: 'set',
  summary: 'Change a setting of the profile; --profile <name> creates a new one',
  args: {
    key: withSuggestions(
      Object.keys(profileKeys),
      argument('<key>', 'baseUrl, business, output, tokenCommand, …', words),
    ),
    value: argument('<value>', 'its value', words),
  },
  view: text,
  examples: [
    'remit profile set business biz_…',
    'remit profile set baseUrl https://api.example.com --profile live',
  ],

  async run({ context, args }) {
    const name = await setProfileKey(context, args.key, args.value);
    return `${args.key} is set (profile ${name}).`;
  },
});
