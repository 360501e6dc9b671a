import { command } from '../../cli/command.ts';
import { argument, withSuggestions } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { findSettingKey, settingKeys } from '../../config/settings-schema.ts';
import { text } from '../../render/view.ts';
import { changeSettings } from './settings.ts';

export const unset = command({
  name: 'unset',
  summary: 'Remove a setting',
  args: { key: withSuggestions(Object.keys(settingKeys), argument('<key>', 'setting', words)) },
  view: text,
  examples: ['remit config unset output', 'remit config unset timeout'],

  async run({ context, args }) {
    findSettingKey(settingKeys, args.key);
    await changeSettings(context, ({ [args.key]: _, ...rest }) => rest);
    return `${args.key} is removed.`;
  },
});
