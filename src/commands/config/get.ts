import { command } from '../../cli/command.ts';
import { argument, withSuggestions } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { settingKeys } from '../../config/settings-schema.ts';
import { columns, recordOf } from '../../render/view.ts';
import { findSetting } from './settings.ts';

export const get = command({
  name: 'get',
  summary: 'Show one setting',
  args: { key: withSuggestions(Object.keys(settingKeys), argument('<key>', 'setting', words)) },
  view: recordOf(columns('key', 'value', 'source')),
  examples: ['remit config get output', 'remit config get timeout --json'],

  run: ({ context, args }) => findSetting(context, args.key),
});
