/** The command `remit commands`. */

import { command } from '../../cli/command.ts';
import { columns, listOf } from '../../render/view.ts';
import { buildCatalog } from '../command-catalog.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'commands',
  summary: 'List all commands (--json includes flags, examples, columns and exit codes)',
  view: listOf(columns('command', 'summary:prose'), 'No commands.'),
  examples: {
    'List all commands': 'remit commands',
    'Print only those that write': 'remit commands --json --query "[?writes].command"',
  },

  run: ({ tree }) => buildCatalog(tree),
});
