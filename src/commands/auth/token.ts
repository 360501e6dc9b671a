import { command } from '../../cli/command.ts';
import { columns, recordOf } from '../../render/view.ts';

export const token = command({
  name: 'token',
  summary: 'Print the token that would be sent',
  about: 'The token is a secret: do not share or log it.',
  tellsSecret: true,
  view: recordOf(columns('token')),
  examples: ['remit auth token', 'remit auth token --json --query token'],

  run: async ({ context }) => ({ token: await context.access.token() }),
});
