import { command } from '../cli/command.ts';
import { argument, optionalArgument, withSuggestions } from '../cli/flags/flag.ts';
import { words } from '../cli/flags/value-parsers.ts';
import { profileKeys } from '../config/settings-schema.ts';
import { columns, listOf, recordOf, text } from '../render/view.ts';
import {
  listProfiles,
  readProfile,
  removeProfile,
  setCurrentProfile,
  setProfileKey,
  unsetProfileKey,
} from '../runtime/profiles.ts';

export const list = command({
  name: 'list',
  summary: 'List the profiles',
  view: listOf(
    columns('name', 'baseUrl', 'business', 'current:boolean', 'hasToken:boolean'),
    'No profiles. Create one with remit auth login.',
  ),
  examples: {
    'List all profiles': 'remit profile list',
    'Print them as JSON': 'remit profile list --json',
  },

  run: ({ context }) => listProfiles(context),
});

const remove = command({
  name: 'remove',
  summary: 'Remove a profile and its token',
  args: { name: argument('<profile>', 'profile', words) },
  asks: true,
  view: text,
  examples: {
    'Remove a profile': 'remit profile remove old',
    'Remove it in a script, without a prompt': 'remit profile remove old --yes',
  },

  async run({ context, args }) {
    await context.confirm([`Remove profile ${args.name} and its token.`], 'Remove it?');
    await removeProfile(context, args.name);
    return `Profile ${args.name} is removed.`;
  },
});

const set = command({
  name: 'set',
  summary: 'Change a setting of the profile; --profile <name> creates a new one',
  args: {
    key: withSuggestions(
      Object.keys(profileKeys),
      argument('<key>', 'baseUrl, business, format, tokenCommand, …', words),
    ),
    value: argument('<value>', 'its value', words),
  },
  view: text,
  examples: {
    'Set the business of the profile': 'remit profile set business biz_…',
    'Create a profile for the real service':
      'remit profile set baseUrl https://api.example.com --profile live',
  },

  async run({ context, args }) {
    const name = await setProfileKey(context, args.key, args.value);
    return `${args.key} is set (profile ${name}).`;
  },
});

const show = command({
  name: 'show',
  summary: 'Show the settings of a profile',
  args: { name: optionalArgument('[profile]', 'profile (default: the current one)', words) },
  view: recordOf(
    columns('name', 'baseUrl', 'business', 'format', 'tokenCommand', 'hasToken:boolean'),
  ),
  examples: {
    'Show the current profile': 'remit profile show',
    'Print another profile as JSON': 'remit profile show sandbox --json',
  },

  run: ({ context, args }) => readProfile(context, args.name),
});

const unset = command({
  name: 'unset',
  summary: 'Remove a setting of the profile',
  args: { key: withSuggestions(Object.keys(profileKeys), argument('<key>', 'key', words)) },
  view: text,
  examples: {
    'Remove the business of the profile': 'remit profile unset business',
    'Remove a setting of another profile': 'remit profile unset format --profile sandbox',
  },

  async run({ context, args }) {
    const name = await unsetProfileKey(context, args.key);
    return `${args.key} is removed (profile ${name}).`;
  },
});

const use = command({
  name: 'use',
  summary: 'Switch to another profile',
  args: { name: argument('<profile>', 'profile', words) },
  view: text,
  examples: {
    'Switch to the sandbox': 'remit profile use sandbox',
    'Switch to the real service': 'remit profile use live',
  },

  async run({ context, args }) {
    await setCurrentProfile(context, args.name);
    return `The current profile is ${args.name}.`;
  },
});

export const commands = [list, use, show, set, unset, remove];
