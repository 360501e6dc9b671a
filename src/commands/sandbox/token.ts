import { command } from '../../cli/command.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';
import { freshToken } from './sandbox-profile.ts';

export const token = command({
  name: 'token',
  summary: 'Print a new token of the sandbox owner',
  about: 'The output is the token alone; --json adds expiresAt.',
  flags: dirFlag,
  view: recordOf(columns('token')),
  examples: {
    'Print a token': 'remit sandbox token',
    'Print it as JSON': 'remit sandbox token --json',
  },

  run: async ({ context, flags }) => {
    const { serving } = await controlOf(context, flags.dir);
    const issued = await freshToken(serving);
    if (context.system.stdout.isTTY) context.notice(`Valid until ${issued.expiresAt}.`);
    return issued;
  },
});
