import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { findSettingKey, settingKeys } from '../../config/settings-schema.ts';
import { text } from '../../render/view.ts';
import { changeSettings } from './settings.ts';

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
    const value = findSettingKey(settingKeys, args.key).read(args.value);
    await changeSettings(context, (now) => ({ ...now, [args.key]: value }));
    return `${args.key} is set.`;
  },
});
