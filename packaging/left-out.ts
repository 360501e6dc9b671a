/** Placeholder for the command groups that are left out of the executable. */

import { command } from '../src/cli/command.ts';
import { UsageError } from '../src/cli/errors.ts';
import { optionalList } from '../src/cli/flags/flag.ts';
import { words } from '../src/cli/flags/value-parsers.ts';
import { text } from '../src/render/view.ts';

export const commands = [];

/** A command that takes the place of those that are left out of the executable. */
export const defaultCommand = command({
  name: 'left-out',
  summary: 'Not in this executable: the npm package remit-cli has it',
  args: { words: optionalList('[words...]', 'what would be run', words) },
  view: text,
  examples: ['npm install --global remit-cli', 'npx --package remit-cli remit demo'],

  run() {
    throw new UsageError('This executable comes without the sandbox and the demo.', {
      next: ['npm install --global remit-cli, which needs Node 20.18.1 or newer'],
    });
  },
});
