import { command } from '../../cli/command.ts';
import { columns, listOf } from '../../render/view.ts';
import { listSettings } from './settings.ts';

export const list = command({
  name: 'list',
  summary: 'List the settings in effect and their sources',
  view: listOf(columns('key', 'value', 'source'), 'No settings.'),
  examples: ['remit config list', 'remit config list --json'],

  run: ({ context }) => listSettings(context),
});
