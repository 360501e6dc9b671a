import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { listOf } from '../../render/view.ts';
import { intentColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List recorded requests, newest first',
  flags: { unresolved: toggle('--unresolved', 'only requests with an unknown outcome') },
  view: listOf(intentColumns, 'No matching journal entries.'),
  examples: ['remit journal list', 'remit journal list --unresolved --json'],

  run: async ({ context, flags }) => (await context.journal()).list(flags),
});
