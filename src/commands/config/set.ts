import { type CommandTree, command, isSubgroup } from '../../cli/command.ts';
import { argument, withSuggestions } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { assertKnownColumns } from '../../cli/list/known-columns.ts';
import { findSettingKey, settingKeys } from '../../config/settings-schema.ts';
import { text } from '../../render/view.ts';
import { changeSettings } from './settings.ts';

export const set = command({
  name: 'set',
  summary: 'Change a setting for every profile',
  args: {
    key: withSuggestions(
      Object.keys(settingKeys),
      argument('<key>', 'setting of remit config list', words),
    ),
    value: argument('<value>', 'its value', words),
  },
  view: text,
  examples: [
    'remit config set output json',
    'remit config set timeZone America/New_York',
    'remit config set columns.payable invoiceNumber,payeeName,amount,dueDate',
  ],

  async run({ context, args, tree }) {
    const value = findSettingKey(settingKeys, args.key).read(args.value);
    if (args.key.startsWith('columns.')) await assertColumns(args.key, value, tree);
    await changeSettings(context, (now) => ({ ...now, [args.key]: value }));
    return `${args.key} is set.`;
  },
});

/** Refuses columns that no record of the list can have. */
async function assertColumns(key: string, value: unknown, tree: CommandTree): Promise<void> {
  const [, resource = ''] = key.split('.');
  const { commands = [] } = (await tree[resource]?.load()) ?? {};
  const list = commands.find(({ name }) => name === 'list');
  if (!list || isSubgroup(list) || !Array.isArray(value)) return;
  assertKnownColumns(value.map(String), list, { path: `${resource} list`, from: key });
}
