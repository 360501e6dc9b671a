import { command } from '../../cli/command.ts';
import { columns, listOf } from '../../render/view.ts';
import { listSettings } from './settings.ts';

export const list = command({
  name: 'list',
  summary: 'List the settings that hold now, and where each comes from',
  view: listOf(columns('key', 'value', 'source'), 'Nothing is set.'),
  examples: ['remit config list', 'remit config list --json'],

  run: ({ context }) => listSettings(context),
});
