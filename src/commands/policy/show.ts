import { command } from '../../cli/command.ts';
import { policyRows } from '../../config/policy.ts';
import { columns, listOf } from '../../render/view.ts';

const policyColumns = columns('key', 'value', 'help');

export const show = command({
  name: 'show',
  summary: 'Show what the profile in use may and may not do',
  about: 'What has no value is not limited.',
  view: listOf(policyColumns, 'Nothing is limited.'),
  examples: ['remit policy show', 'remit policy show --json'],

  run: ({ context }) => policyRows(context.settings().policy),
});
