/** The command `remit version`. */

import { command } from '../../cli/command.ts';
import { columns, recordOf } from '../../render/view.ts';
import { VERSION } from '../../version.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'version',
  summary: 'Show the version',
  view: recordOf(columns('version', 'node', 'platform')),
  examples: {
    'Show the version': 'remit version',
    'Print JSON': 'remit version --json',
  },

  run: ({ context: { system } }) => ({
    version: VERSION,
    node: system.nodeVersion,
    platform: system.platform,
  }),
});
