import { command } from '../../cli/command.ts';
import { policyRows } from '../../config/policy-settings.ts';
import { columns, listOf } from '../../render/view.ts';

const policyColumns = columns('key', 'value', 'help:prose');

export const show = command({
  name: 'show',
  summary: 'Show the limits of the profile',
  about: 'Keys without a value are not limited.',
  view: listOf(policyColumns, 'No limits.'),
  examples: ['remit policy show', 'remit policy show --json'],

  run: ({ context }) => policyRows(context.settings().policy),
});
