/** The command `remit whoami`. */

import { user } from '../../api/operations/sign-in.ts';
import { command } from '../../cli/command.ts';
import { columns, recordOf } from '../../render/view.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'whoami',
  summary: 'Show who is signed in',
  calls: [user.profile],
  view: recordOf(columns('id', 'email', 'accountId', 'accountName', 'role:json')),
  examples: ['remit whoami', 'remit whoami --json --query role.id'],

  run: ({ context }) => context.call(user.profile, {}),
});
