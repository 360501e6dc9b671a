import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { listOf } from '../../render/view.ts';
import { intentColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List what was sent that moves money or makes something, newest first',
  flags: { unresolved: toggle('--unresolved', 'only what may or may not have been applied') },
  view: listOf(intentColumns, 'There is nothing of that in the journal.'),
  examples: ['remit journal list', 'remit journal list --unresolved --json'],

  run: async ({ context, flags }) => (await context.journal()).list(flags),
});
