import { command, type Subgroup } from '../../cli/command.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

const accountFlag = {
  account: option('--account <account>', 'account (default: that of the owner)', id),
};

const list = command({
  name: 'list',
  summary: 'List the tags for connections',
  flags: { ...dataFlag, ...accountFlag },
  view: listOf(columns('id', 'name', 'color', 'accountId'), 'No tags.'),
  examples: ['remit sandbox tag list', 'remit sandbox tag list --json --query "[].id"'],

  run: async ({ context, flags: { data, account } }) =>
    (await controlOf(context, data)).call(controls.listTags, {
      query: { accountId: account },
    }),
});

const create = command({
  name: 'create',
  summary: 'Create a tag (the API has no operation for it)',
  args: { name: argument('<name>', 'name of the tag', words) },
  flags: {
    ...dataFlag,
    ...accountFlag,
    color: option('--color <color>', 'color, such as #0ea5e9', words),
  },
  view: recordOf(columns('id', 'name', 'color', 'accountId')),
  examples: [
    'remit sandbox tag create Hotels',
    'remit sandbox tag create "Net 60" --color "#0ea5e9" --json',
  ],

  run: async ({ context, args: { name }, flags: { data, account, color } }) =>
    (await controlOf(context, data)).call(controls.createTag, {
      body: { name, color, accountId: account },
    }),
});

export const tag: Subgroup = {
  name: 'tag',
  summary: 'Manage tags of the sandbox',
  commands: [list, create],
  defaultCommand: list,
};
