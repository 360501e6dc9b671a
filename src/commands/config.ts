import { type CommandTree, command, isSubgroup } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { argument, withSuggestions } from '../cli/flags/flag.ts';
import { words } from '../cli/flags/value-parsers.ts';
import { assertKnownColumns } from '../cli/list/known-columns.ts';
import { foldersOf } from '../config/folders.ts';
import { changeConfiguration, configFile, type ProfileValues } from '../config/profiles.ts';
import { findSettingKey, settingKeys } from '../config/settings-schema.ts';
import { columns, listOf, recordOf, text } from '../render/view.ts';

/** A setting, its value in this run and the source of the value: `flag`, `env`, `profile`, `config` or `default`. */
interface SettingRow {
  readonly key: string;
  readonly value: unknown;
  readonly source: string;
}

function listSettings({ settings }: Context): readonly SettingRow[] {
  const now = settings();
  const values: ProfileValues = {
    ...now,
    timeout: now.timeoutSeconds,
    'confirm.typeAmountAbove': now.typeAmountAbove,
    ...Object.fromEntries(
      Object.entries(now.columns).map(([resource, names]) => [`columns.${resource}`, names]),
    ),
  };
  return Object.keys(settingKeys).map((key) => ({
    key,
    value: values[key] ?? null,
    source: now.sources[key] ?? 'default',
  }));
}

function findSetting(context: Context, key: string): SettingRow {
  findSettingKey(settingKeys, key);
  const found = listSettings(context).find((row) => row.key === key);
  return found ?? { key, value: null, source: 'default' };
}

/** Changes all settings under the lock of their file. */
async function changeSettings(
  { system }: Context,
  edit: (settings: ProfileValues) => ProfileValues,
): Promise<void> {
  await changeConfiguration(foldersOf(system), (now) => ({ ...now, settings: edit(now.settings) }));
}

const get = command({
  name: 'get',
  summary: 'Show one setting',
  args: { key: withSuggestions(Object.keys(settingKeys), argument('<key>', 'setting', words)) },
  view: recordOf(columns('key', 'value', 'source')),
  examples: {
    'Show the output format': 'remit config get format',
    'Print a setting as JSON': 'remit config get timeout --json',
  },

  run: ({ context, args }) => findSetting(context, args.key),
});

export const list = command({
  name: 'list',
  summary: 'List the settings in effect, their sources and their file',
  view: listOf(columns('key', 'value', 'source'), 'No settings.'),
  examples: {
    'List all settings': 'remit config list',
    'Print them as JSON': 'remit config list --json',
  },

  run({ context }) {
    context.notice(`Configuration file: ${configFile(foldersOf(context.system))}`);
    return listSettings(context);
  },
});

const set = command({
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
  examples: {
    'Print JSON by default': 'remit config set format json',
    "Show times in New York's time zone": 'remit config set timeZone America/New_York',
    'Choose the columns of lists of payables':
      'remit config set columns.payable invoiceNumber,payeeName,amount,dueDate',
  },

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

const unset = command({
  name: 'unset',
  summary: 'Remove a setting',
  args: { key: withSuggestions(Object.keys(settingKeys), argument('<key>', 'setting', words)) },
  view: text,
  examples: {
    'Remove the output format': 'remit config unset format',
    'Remove the timeout': 'remit config unset timeout',
  },

  async run({ context, args }) {
    findSettingKey(settingKeys, args.key);
    await changeSettings(context, ({ [args.key]: _, ...rest }) => rest);
    return `${args.key} is removed.`;
  },
});

export const commands = [list, get, set, unset];
